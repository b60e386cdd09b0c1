import { expect, test } from "vitest";
import { fold, foldAnswer, nothing, type Seen } from "$/live/fold.ts";
import type { Answer, Event, EventType, Me, State, TableFrame } from "$/live/frame.ts";

const state = { phase: "idle", round: 0, bets: [], deadline: null } as unknown as State;
const event = (type: EventType, more: object = {}): Event => ({ n: 1, at: "2026-01-01T00:00:00Z", type, ...more });
const play = (...frames: TableFrame[]): Seen => frames.reduce((seen, frame) => fold(seen, frame, 1000), nothing);
const whole: TableFrame = { table: "t", number: 5, whole: true, state };

test("changes lie over what was there", () => {
  const seen = play(whole, { table: "t", number: 6, events: [event("bets_opened")], state: { phase: "betting", round: 1 } });
  expect(seen.state).toMatchObject({ phase: "betting", round: 1, bets: [] });
  expect(seen.number).toBe(6);
});

test("events that come again count once", () => {
  const frame: TableFrame = { table: "t", number: 6, events: [event("bets_opened")], state: {} };
  expect(play(whole, frame, frame).events).toHaveLength(1);
});

test("what was missed comes before the whole state", () => {
  const seen = play(
    whole,
    { table: "t", number: 9, events: [event("bets_opened"), event("bet_placed", { id: "a", amount: "10" })] },
    { table: "t", number: 9, whole: true, state: { ...state, phase: "dealing" } as State },
  );
  expect(seen.state?.phase).toBe("dealing");
  expect(seen.bets["a"]?.amount).toBe("10");
  expect(seen.events).toHaveLength(2);
});

test("a settlement stays on show until bets open again, with the bets it settled", () => {
  const settled = event("round_settled", { result: "tie", bets: [] });
  const bet = event("bet_placed", { id: "a", player: "ann", amount: "10" });
  const before = play(whole, { table: "t", number: 7, events: [bet], state: {} }, { table: "t", number: 8, events: [settled], state: {} });
  expect(before.last?.settlement.result).toBe("tie");
  expect(before.last?.bets["a"]?.player).toBe("ann");
  expect(fold(before, { table: "t", number: 9, events: [event("bets_opened")], state: {} }, 0).last).toBeNull();
});

test("bets that went back before the round was paid are marked, and still named", () => {
  const placed = ["a", "b", "c"].map((id) => event("bet_placed", { id, player: id, amount: "10" }));
  const closed = event("options_closed", { continued: ["a", "c"], refunded: ["b"], returned: ["b"] });
  const given = event("original_returned", { round: 1, bet: "c", player: "c", amount: "10" });
  const settled = event("round_settled", { result: "tie", bets: [] });
  const seen = play(whole, { table: "t", number: 7, events: [...placed, closed, given, settled], state: {} });
  const bets = seen.last?.bets ?? {};
  expect(Object.values(bets).map((bet) => [bet.player, bet.handed ?? false])).toEqual([["a", false], ["b", true], ["c", true]]);
});

test("a deadline counts from when it is heard, and goes with the state's", () => {
  const set: TableFrame = {
    table: "t",
    number: 6,
    events: [event("deadline_set", { seconds: 20 })],
    state: { deadline: { for: "bets", seconds: 20 } },
  };
  const seen = play(whole, set);
  expect(seen.ends).toBe(21_000);
  expect(fold(seen, { table: "t", number: 7, state: { phase: "dealing" } }, 0).ends).toBe(21_000);
  expect(fold(seen, { table: "t", number: 7, state: { deadline: null } }, 0).ends).toBeNull();
});

test("who comes in the middle counts from when a deadline was set, by the house's clock", () => {
  const deadline = { for: "bets" as const, seconds: 20, at: "2026-01-01T00:00:10Z" };
  const frame = { ...whole, state: { ...state, deadline } as State };
  expect(fold(nothing, frame, 0, 5000).ends).toBe(Date.parse("2026-01-01T00:00:25Z"));
});

test("a void round says why until the next begins", () => {
  const seen = play(whole, { table: "t", number: 6, events: [event("round_voided", { reason: "foreign_card", rule: "5.5" })], state: {} });
  expect(seen.voided).toMatchObject({ reason: "foreign_card", rule: "5.5" });
});

test("a report that is dismissed is told until play has gone on", () => {
  const told: TableFrame = { table: "t", number: 6, events: [event("report_dismissed", { kind: "foreign_card", reason: "a smudge" })], state: { report: null } };
  const seen = play(whole, told);
  expect(seen.dismissed).toEqual({ kind: "foreign_card", reason: "a smudge" });
  expect(fold(seen, { table: "t", number: 7, events: [event("bet_placed", { id: "a", amount: "10" })], state: {} }, 0).dismissed).not.toBeNull();
  for (const type of ["card_dealt", "bets_closed", "irregularity_reported", "round_voided", "bets_opened"] as const) {
    expect(fold(seen, { table: "t", number: 7, events: [event(type)], state: {} }, 0).dismissed, type).toBeNull();
  }
});

test("a void round keeps what was reported beside what the house said", () => {
  const voided = event("round_voided", { round: 1, reason: "a tarot card", kind: "foreign_card", rule: "5.5.1", returned: { ann: "10" } });
  const seen = play(whole, { table: "t", number: 6, events: [voided], state: {} });
  expect(seen.voided).toEqual({ reason: "a tarot card", kind: "foreign_card", rule: "5.5.1", returned: { ann: "10" } });
  const old = event("round_voided", { round: 1, reason: "technical_interruption", returned: {} });
  expect(play(whole, { table: "t", number: 6, events: [old], state: {} }).voided?.kind).toBeNull();
});

const answered = (number: number, ...ids: string[]): Answer => ({
  ok: true,
  number,
  again: false,
  events: [],
  state: { bets: ids.map((id) => ({ id, player: "ann", amount: "10" })) as unknown as State["bets"] },
  me: { name: "ann", balance: "90.00" } as unknown as Me,
});

test("an answer shows its bets before the step that tells everybody, which then counts as new", () => {
  const seen = foldAnswer(play(whole), answered(6, "a"));
  expect(seen.state?.bets).toHaveLength(1);
  expect(seen.me?.balance).toBe("90.00");
  expect(seen.bets["a"]?.amount).toBe("10");
  const step: TableFrame = { table: "t", number: 6, events: [event("bet_placed", { id: "a", amount: "10" })], state: {} };
  expect(fold(seen, step, 0).events).toHaveLength(1);
});

test("an answer that comes after its step, or after a later one, changes nothing", () => {
  const later = play(whole, { table: "t", number: 8, events: [], state: { bets: [] } });
  expect(foldAnswer(later, answered(8, "a"))).toBe(later);
  expect(foldAnswer(later, answered(7, "a"))).toBe(later);
});
