import { expect, test } from "vitest";
import type { Bet, BetResult, Event } from "$/live/frame.ts";
import { insurable, insuranceStage } from "$/dealer/insuranceStep.ts";
import { payingOrder } from "$/game/payments.ts";
import { reversals } from "$/staff/reversals.ts";
import { rules, scanned, ScanBuffer } from "$/staff/scanner.ts";

const bet = (id: string, box: number, amount: string): Bet => ({ id, player: id, box, bet: "banker", amount, standing: false });
const result = (id: string, outcome: BetResult["outcome"], profit: string, back: string): BetResult => ({ id, outcome, in_action: "0", profit, back, rules: [] });

test("what is lost is taken, then winners are paid, then what was not in action goes back", () => {
  const bets = { a: bet("a", 1, "100"), b: bet("b", 2, "50"), c: bet("c", 3, "30") };
  const order = payingOrder([result("b", "win", "50", "100"), result("c", "push", "0", "30"), result("a", "lose", "-60", "40")], bets, null, null);
  expect(order.map(({ bet: { id }, act, amount }) => `${act} ${id} ${amount}`)).toEqual(["collect a -60", "pay b 50", "return a 40", "return c 30"]);
});

const event = (type: string, more: object = {}): Event => ({ n: 1, at: "", type, ...more }) as unknown as Event;

test("chips that go back are listed until bets are opened again", () => {
  const undone = event("round_corrected", { round: 4, settlement: null, changes: { ann: "-100.00", bob: "50.00", kim: "0.00" }, owed: { ann: "300.00" } });
  const ruling = event("ruling_made", { adjustments: [{ player: "bob", amount: "20.00" }] });
  expect(reversals([undone, event("bets_opened"), event("ruling_made", { adjustments: [] })])).toEqual([]);
  expect(reversals([event("bets_opened"), undone, ruling])).toEqual([
    { kind: "undone", round: 4, lines: [{ player: "ann", amount: "-100.00", owed: "300.00" }, { player: "bob", amount: "50.00" }] },
    { kind: "ruling", round: 0, lines: [{ player: "bob", amount: "20.00" }] },
  ]);
});

test("a scanner's text becomes a card by the first pattern that fits", () => {
  const map = rules("CARD-(10|[A2-9JQK])([CDHS]) = $1$2\n\n0x1f=9s\n").rules;
  expect(["CARD-10h", "card-KS", "0x1f", "CARD-11h", "9s"].map((text) => scanned(text, map))).toEqual(["Th", "Ks", "9s", null, null]);
  expect(rules("(=9s\nabc\nx = 1z").wrong).toEqual([1, 2, 3]);
});

test("keys faster than a hand are a scanner's; others pass one by one", async () => {
  const [taken, passed]: [string[], string[]] = [[], []];
  const map = rules("r7x=9s").rules;
  const buffer = new ScanBuffer(() => map, (card) => taken.push(card), (key) => passed.push(key));
  for (const key of "r7x") expect(buffer.key(key)).toBe(true);
  expect(buffer.key("Enter")).toBe(true);
  buffer.key("r");
  await new Promise((resolve) => setTimeout(resolve, 80));
  expect(buffer.key("Enter")).toBe(false);
  expect([taken, passed]).toEqual([["9s"], ["r"]]);
  expect(new ScanBuffer(() => [], () => {}, () => {}).key("r")).toBe(false);
});

test("insurance is a step only where somebody has a bet that it insures", () => {
  const game = { insurance: { bets: [{ key: "banker_insurance", original: "banker" }] } } as never;
  const state = { phase: "dealing", round: 3, insurance: { banker_insurance: "3:1" }, bets: [bet("ann", 1, "5")], walked_away: [] as string[], cards: { player: ["2s"], banker: ["3s"] } };
  expect(insurable(state as never, game)).toBe(true);
  expect(insurable({ ...state, walked_away: ["ann"] } as never, game)).toBe(false);
  expect(insurable({ ...state, insurance: {} } as never, game)).toBe(false);
  expect(insuranceStage(state as never)).not.toBe(insuranceStage({ ...state, round: 4 } as never));
});
