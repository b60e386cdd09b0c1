import { expect, test } from "vitest";
import { handingBack, type Payment } from "$/game/payments.ts";
import { THROW } from "$/motion.ts";
import type { Bet } from "$/live/frame.ts";
import { script, STEP } from "$/live/payment.ts";

const payment = (id: number, act: Payment["act"]): Payment =>
  ({ act, amount: "10", bet: { id: String(id) }, result: { id: String(id) } }) as unknown as Payment;
const many = (count: number, act: Payment["act"], from = 0): Payment[] => Array.from({ length: count }, (_, at) => payment(from + at, act));

test("everything sets off in the order of settlement, and what is lost is on its way before anybody is paid", () => {
  const paid = script([...many(3, "collect"), ...many(2, "pay", 3), payment(5, "return")]);
  expect(paid.moves.map((each) => each.bet.id)).toEqual(["0", "1", "2", "3", "4", "5"]);
  const starts = paid.moves.map((each) => each.at);
  expect(starts).toEqual(starts.toSorted((a, b) => a - b));
  expect(new Set(starts).size).toBe(starts.length);
  expect((starts[3] ?? 0) - (starts[2] ?? 0)).toBeGreaterThan(STEP * 0.6);
  // Nothing goes home before the last of it has come.
  expect(paid.home).toBeGreaterThan((starts.at(-1) ?? 0) + STEP);
  expect(paid.end).toBe(paid.home + STEP);
});

test("a step takes 400 to 900 milliseconds, and a full table is paid in seven seconds", () => {
  expect(STEP).toBeGreaterThanOrEqual(400);
  expect(STEP).toBeLessThanOrEqual(900);
  expect(script([...many(20, "collect"), ...many(20, "pay"), ...many(8, "return")]).end).toBeLessThan(7000);
  const mixed = Array.from({ length: 28 }, (_, at) => payment(at, at % 2 ? "collect" : "pay"));
  expect(script(mixed).end).toBeLessThan(8000);
});

test("a chip flies from the tray in 200 to 400 milliseconds", () => {
  expect(THROW).toBeGreaterThanOrEqual(200);
  expect(THROW).toBeLessThanOrEqual(400);
});

test("stakes of a void round go back whole, box by box, as they were laid", () => {
  const bets = [[3, "a"], [1, "b"], [3, "c"], [2, "d"]].map(([box, id]) => ({ id, box, amount: "10.00" }) as unknown as Bet);
  const back = handingBack(bets);
  expect(back.map((each) => each.bet.id)).toEqual(["b", "d", "a", "c"]);
  expect(back.every((each) => each.act === "return" && each.amount === "10.00" && each.result.back === "10.00")).toBe(true);
});

test("where nothing is won all is over when the last chip is gone", () => {
  expect(script(many(1, "collect"))).toMatchObject({ home: STEP, end: STEP });
  expect(script([])).toMatchObject({ moves: [], end: 0 });
});
