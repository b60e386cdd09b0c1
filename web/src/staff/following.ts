// What a report brings about as the table stands now, not what its procedure says in general.
import type { Procedure } from "$/game/game.ts";
import type { StaffState } from "./state.ts";

/** What the table's own procedure does, or what comes of it between rounds, or nothing at this moment. */
export type Following = "noted" | "shoe" | "next_round" | "resettled" | "not_now" | "procedure";

const SHOE = new Set(["foreign_card", "card_shortage", "card_excess", "not_shuffled"]);

/** `named`: how many cards the report names. */
export function following(kind: string, procedure: Procedure, state: StaffState, named: number): Following {
  const { does, otherwise } = procedure;
  if (state.phase === "idle") {
    if (SHOE.has(kind) && state.shoe) return "shoe";
    if (does === "reconstruct_or_next_round" && named) return "next_round";
    // The round that was paid last can still be put right: the table says so with its own step.
    const paid = state.next.some((step) => step.do === "report" && step.said?.say === "steps.misdealt");
    if (does === "reconstruct" && otherwise === "void" && paid) return "resettled";
    return does === "ruling" ? "procedure" : "noted";
  }
  if (does === "void" || does === "return_original") return "procedure";
  if (does === "nothing") return "noted";
  const dealt = state.cards.player.length + state.cards.banker.length;
  const hands = does === "reconstruct" || does === "continue";
  const phases = hands ? ["dealing", "complete"] : ["betting", "dealing", "complete"];
  return phases.includes(state.phase) && (does !== "continue" || dealt) ? "procedure" : "not_now";
}
