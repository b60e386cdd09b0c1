// What a step is called, what the dealer says with it, and why it is due.
import { face } from "$/game/cards.ts";
import { section } from "$/game/game.ts";
import { sayTold } from "$/i18n/serverText.svelte.ts";
import { say, sayName } from "$/i18n/text.svelte.ts";
import type { CommandName, Event, EventType, NextStep } from "$/live/frame.ts";
import { nextHand } from "./tableau.ts";
import type { StaffState } from "./state.ts";

/** What a command is called; `role` is who it takes now: a resumption above the dealer voids the round. */
export function label(command: CommandName, role?: string): string {
  if (command === "accept_player_dealer" && role !== undefined) return say("dealer.bank_or_pass");
  return sayName("do", voids(command, role) ? "resume_void" : command);
}

function voids(command: CommandName, role: string | undefined): boolean {
  return command === "resume" && role !== undefined && role !== "dealer";
}

/** Why a step is due; that a shoe is out of play is said in full, with what was reported. */
export function reason(step: NextStep, state: StaffState | null): string {
  const fault = step.do === "new_shoe" ? state?.shoe?.fault : null;
  if (fault) return say("shoe.out", { kind: sayName("irregularity", fault) });
  // The server lists the kinds by the names that commands have for them: a dealer picks one from a list.
  return step.said?.say === "steps.went_wrong" ? say("dealer.went_wrong") : sayTold(step.said, step.why);
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
  if (command === "offer_player_dealer") {
    const [seat, player] = Object.entries(state.seats)[0] ?? ["", ""];
    return say("call.ask_bank", { seat, player });
  }
  if (command === "accept_player_dealer") return say("call.ask_bank", { seat: state.offered ?? "", player: state.seats[state.offered ?? 0] ?? "" });
  return sayName("call", voids(command, role) ? "resume_void" : command, "");
}

/** Once one of these has come, play has gone on: what was decided before is not said any more. */
const GONE_ON = new Set<EventType>(["bets_opened", "card_dealt", "card_turned", "round_settled", "shoe_started", "irregularity_reported", "options_closed", "round_interrupted"]);

/** What the dealer says of the decision that was made last, until play has gone on. */
export function callAfter(events: Event[]): string {
  const last = events.findLast((event) => GONE_ON.has(event.type) || DECIDED[event.type] !== undefined);
  const paid = events.findLast((event) => event.type === "round_settled" || event.type === "bets_opened");
  if (last?.type === "cards_reconstructed" && paid?.type === "round_settled") return say("call.after_stands", { round: Number(paid["id"]) });
  return last ? (DECIDED[last.type]?.(last) ?? "") : "";
}

const DECIDED: Partial<Record<EventType, (event: Event) => string>> = {
  round_voided: (event) => say(event["shoe_out"] ? "call.after_void_shoe" : "call.after_void"),
  round_corrected: (event) => say(event["settlement"] ? "call.after_corrected" : "call.after_undone", { round: Number(event["round"]) }),
  report_dismissed: () => say("call.after_dismissed"),
  ruling_made: (event) => say("call.after_ruling", { text: String(event["text"]) }),
  cards_reconstructed: () => say("call.after_mended"),
  reconstruction_refused: () => say("call.after_as_it_lies"),
  order_decided: (event) =>
    say("call.after_order", { cards: [...((event["cards"] ?? []) as string[]), ...((event["ready"] ?? []) as string[])].map((card) => face(card).rank + face(card).sign).join(" ") }),
};

/** What is due, as the table's own steps have it: the first one. Patrons who choose wait for the dealer's word. */
export function due(steps: NextStep[]): NextStep | undefined {
  return steps[0]?.do === "choose" ? (steps.find((step) => step.do === "close_options") ?? steps[0]) : steps[0];
}

/** How the console gives a command: by Enter, by Enter and a second key, or by a form or button of its own. */
export type Given = "enter" | "second" | "hand";

const GIVEN: Record<CommandName, Given> = {
  // The course of a round: the next step, or a ruling, puts right what was pressed too soon.
  open_bets: "enter",
  close_bets: "enter",
  deal: "enter",
  turn: "enter",
  settle: "enter",
  close_insurance: "enter",
  reject_excess: "enter",
  resume: "enter",
  offer_player_dealer: "enter",
  // What ends or loses something for somebody.
  new_shoe: "second",
  close_options: "second",
  interrupt: "second",
  expose_banker_first: "second",
  give_up_player_dealer: "second",
  // What needs a decision, a form, a card or a supervisor first.
  accept_player_dealer: "hand",
  add_entropy: "hand",
  assign_dealer: "hand",
  buy_in: "hand",
  cannot_reconstruct: "hand",
  cash_out: "hand",
  change_table: "hand",
  change_wager: "hand",
  choose: "hand",
  close_table: "hand",
  correct_card: "hand",
  credit: "hand",
  decide_order: "hand",
  decline_player_dealer: "hand",
  dismiss_report: "hand",
  fill: "hand",
  grant_squeeze: "hand",
  increase_bet: "hand",
  leave: "hand",
  open_table: "hand",
  place_bet: "hand",
  place_insurance: "hand",
  reconstruct: "hand",
  replace_shoe: "hand",
  report: "hand",
  request_squeeze: "hand",
  return_uninsured: "hand",
  rule: "hand",
  set_deadline: "hand",
  sit: "hand",
  void_round: "hand",
  withdraw_bet: "hand",
};

/** How a command is given as things stand: the first shoe takes nobody's away, a resumption may void. */
export function given(command: CommandName, role: string | undefined, state: StaffState): Given {
  if (command === "new_shoe" && state.shoe === null) return "enter";
  return voids(command, role) ? "second" : GIVEN[command];
}
