import { expect, test } from "vitest";
import type { Event, EventType } from "$/live/frame.ts";
import { tellMoney, type Names } from "$/live/moneyTold.ts";
import { say } from "$/i18n/text.svelte.ts";

const names: Names = { show: (amount, signed) => (signed && Number(amount) > 0 ? `+${amount}` : String(amount)), read: Number, bet: (kind) => kind, reason: (text) => text };
let n = 0;
const event = (type: EventType, more: object = {}): Event => ({ n: (n += 1), at: "2026-01-01T00:00:00Z", type, ...more });
const bet = (id: string, player: string, amount = "100"): Event => event("bet_placed", { id, player, box: 1, bet: "banker", amount, standing: false });
const opened = event("bets_opened", { round: 7 });
const heard = (name: string, ...events: Event[]): string[] => tellMoney([opened, ...events], name, names).filter((line) => line.loud).map((line) => say(line.word, line.values));

test("who was pushed back hears by whom and how much; nobody else does", () => {
  const back = event("bet_returned", { bet: "a", player: "bob", amount: "40", total: "60", reason: "pushed back for a seated patron" });
  const events = [bet("a", "bob"), bet("b", "ann", "500"), back];
  expect(heard("bob", ...events)).toEqual(["40 of your banker was pushed back to make room for ann, who is seated. 60 stays."]);
  expect(heard("ann", ...events)).toEqual([]);
});

test("what the dealer rejects names the dealer", () => {
  const back = event("bet_returned", { bet: "a", player: "bob", amount: "40", total: "60", reason: "rejected as excess" });
  expect(heard("bob", bet("a", "bob"), back)[0]).toContain("The dealer handed 40 of your banker back");
});

test("a ruling is heard by all, its amount by whom it is for", () => {
  const ruling = event("ruling_made", { text: "the chips were bob's", adjustments: [{ player: "bob", amount: "25" }] });
  expect(heard("bob", ruling)).toEqual(["The house has ruled: “the chips were bob's”. For you: +25"]);
  expect(heard("ann", ruling)).toEqual(["The house has ruled: “the chips were bob's”."]);
});

test("fees and shares are told when bets close, and come back with the bets", () => {
  const closed = event("bets_closed", { round: 7, fees: { bob: "2" }, pro_rata: [{ bet: "a", in_action: "80" }] });
  const refund = event("options_closed", { continued: [], refunded: ["bob"] });
  expect(heard("bob", bet("a", "bob"), closed, refund)).toEqual([
    "Of your 100 on banker, 80 is in action; the rest comes back.",
    "A fee of 2 was taken from your chips.",
    "Your bets came back to you as you chose: 102.",
  ]);
});

test("a fee that came back with an undone or void round is no news any more", () => {
  const closed = event("bets_closed", { round: 7, fees: { bob: "2" }, pro_rata: [] });
  const undone = event("round_corrected", { round: 7, reason: "void", changes: { bob: "98" }, settlement: null });
  const mended = event("round_corrected", { round: 7, reason: "reconstructed", changes: { bob: "10" }, settlement: {} });
  const voided = event("round_voided", { round: 7, reason: "foreign_card", kind: "foreign_card", returned: { bob: "102" } });
  const fee = "A fee of 2 was taken from your chips.";
  expect(heard("bob", bet("a", "bob"), closed, undone)).toEqual([]);
  expect(heard("bob", bet("a", "bob"), closed, voided)).toEqual([]);
  expect(heard("bob", bet("a", "bob"), closed, mended)).toEqual([fee]);
  const all = tellMoney([opened, bet("a", "bob"), closed, undone], "bob", names).map((line) => say(line.word, line.values));
  expect(all).toContain(fee);
});

test("void, undone and put right are in the list with why and how much", () => {
  const events = [
    event("round_voided", { round: 7, reason: "foreign_card", kind: "foreign_card", returned: { bob: "100" } }),
    event("round_corrected", { round: 7, reason: "void", changes: { bob: "-95" }, settlement: null }),
    event("round_corrected", { round: 7, reason: "reconstructed", changes: { bob: "10" }, settlement: {} }),
  ];
  expect(tellMoney(events, "bob", names).map((line) => say(line.word, line.values))).toEqual([
    "Round 7 is void (foreign_card): 100 came back to you.",
    "Round 7, already paid, was undone (void). For you: -95",
    "Round 7, already paid, was put right (reconstructed). For you: +10",
  ]);
});
