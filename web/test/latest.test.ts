import { expect, test } from "vitest";
import { resultOf, type Recalled } from "$/live/latest.ts";

const recalled = (more: object = {}): Recalled =>
  ({
    state: "settled",
    bets: [{ id: "1", player: "ann", box: 1, bet: "banker", amount: "10" }],
    settlement: { id: 7, net: { ann: "9.50" }, bets: [{ id: "1", outcome: "win", profit: "9.50" }] },
    events: [
      { at: "a", event: { type: "bets_closed", fees: { ann: "1" } } },
      { at: "b", event: { type: "round_settled" } },
    ],
    ...more,
  }) as unknown as Recalled;

test("a round that the house recalls is the result that was seen: bets by their ids, and the fees of its close", () => {
  const last = resultOf(recalled(), "ann");
  expect(last?.settlement.id).toBe(7);
  expect(last?.bets["1"]?.amount).toBe("10");
  expect(last?.fees).toEqual({ ann: "1" });
  expect(last?.at).toBe("b");
});

test("who had no part in it has no result of it, and an unsettled round has none", () => {
  expect(resultOf(recalled(), "bob")).toBeNull();
  expect(resultOf(recalled({ settlement: null }), "ann")).toBeNull();
});
