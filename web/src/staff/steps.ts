// What a step is called, what the dealer says with it, and why it is due.
import { section } from "$/game/game.ts";
import { sayTold } from "$/i18n/serverText.svelte.ts";
import { say, sayName } from "$/i18n/text.svelte.ts";
import type { CommandName, NextStep } from "$/live/frame.ts";
import { nextHand } from "./tableau.ts";
import type { StaffState } from "./state.ts";

/** What a command is called; `role` is who it takes now: a resumption above the dealer voids the round. */
export function label(command: CommandName, role?: string): string {
  return sayName("do", voids(command, role) ? "resume_void" : command);
}

function voids(command: CommandName, role: string | undefined): boolean {
  return command === "resume" && role !== undefined && role !== "dealer";
}

/** Why a step is due; that a shoe is out of play is said in full, with what was reported. */
export function reason(step: NextStep, state: StaffState | null): string {
  const fault = step.do === "new_shoe" ? state?.shoe?.fault : null;
  return fault ? say("shoe.out", { kind: sayName("irregularity", fault) }) : sayTold(step.said, step.why);
}

export function paragraph(rule: string | null | undefined): string {
  if (!rule) return "";
  return section(rule);
}

/** The words that go with an act at the table. */
export function call({ do: command, role }: NextStep, state: StaffState): string {
  if (command === "deal") {
    const hand = nextHand(state.cards);
    if (!hand) return say("call.deal");
    const number = state.cards[hand].length + 1;
    return say("call.next_card", { hand: sayName("hand", hand), number: sayName("nth", String(number)) });
  }
  if (command === "settle" && state.totals) {
    const { player, banker } = state.totals;
    const winner = player > banker ? "player" : banker > player ? "banker" : "tie";
    return say("call.result", { player, banker, result: sayName("won", winner) });
  }
  return sayName("call", voids(command, role) ? "resume_void" : command, "");
}

/** Acts that are the dealer's or the house's own: one of them is the primary button. */
const OWN = new Set<CommandName>([
  "new_shoe", "open_bets", "close_bets", "reject_excess", "deal", "turn", "settle", "close_options", "resume",
  "offer_player_dealer", "reconstruct", "decide_order", "rule", "report", "open_table",
]);

export function due(steps: NextStep[]): NextStep | undefined {
  return steps.find((step) => OWN.has(step.do));
}
