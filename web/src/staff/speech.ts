// What a step is called, what the dealer says with it, and why it is due.
import { section } from "$/game/file.ts";
import { say, sayName } from "$/say/say.svelte.ts";
import { settings } from "$/settings.svelte.ts";
import type { NextStep } from "$/live/frame.ts";
import { nextHand } from "./tableau.ts";
import type { StaffState } from "./state.ts";

export function label(command: string): string {
  return sayName("do", command);
}

/** The server explains in English; in another language we have one reason a step, or none. */
export function reason(step: NextStep): string {
  return settings.language === "en" ? step.why : sayName("why", step.do, "");
}

export function paragraph(rule: string | null | undefined): string {
  if (!rule) return "";
  return section(rule);
}

/** The words that go with an act at the table. */
export function call(command: string, state: StaffState): string {
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
  return sayName("call", command, "");
}

/** Acts that are the dealer's or the house's own: one of them is the primary button. */
const OWN = new Set([
  "new_shoe", "open_bets", "close_bets", "reject_excess", "deal", "turn", "settle", "close_options", "resume",
  "offer_player_dealer", "reconstruct", "decide_order", "rule", "report", "open_table",
]);

export function due(steps: NextStep[]): NextStep | undefined {
  return steps.find((step) => OWN.has(step.do));
}
