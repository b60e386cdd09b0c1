import { expect, test } from "vitest";
import { covers, inChips } from "$/game/insurance.ts";
import { exposure } from "$/game/exposure.ts";
import type { Game, InsuranceKind } from "$/game/game.ts";
import { Money } from "$/game/money.ts";
import type { Bet } from "$/live/frame.ts";

const money = new Money("0.01");
const bet = (id: string, kind: string, amount: string, box = 1): Bet => ({ id, player: "ann", box, bet: kind, amount, standing: false });
const pays = (winner: string, ...odds: string[]) => odds.map((each) => ({ when: { winner }, odds: each, push: each === "0:1" }));
const kinds: InsuranceKind[] = [{ key: "player_insurance", name: "", insures: "player", original: "player", offers: [] }];

test("insurance may pay as much as the bet, and no more", () => {
  const [cover] = covers(money, { player_insurance: "3:1" }, kinds, [bet("a", "player", "100.00")]);
  expect(cover?.cap).toBe(3333);
  const [half] = covers(money, { player_insurance: "3:2" }, kinds, [bet("a", "player", "100.00")]);
  expect(half?.cap).toBe(6666);
});

test("what was insured before counts at the odds it was taken at", () => {
  const mine = [bet("a", "player", "100.00"), bet("i", "player_insurance", "10.00")];
  const [cover] = covers(money, { player_insurance: "4:1" }, kinds, mine, { i: "3:1" });
  expect(cover).toMatchObject({ cap: 1750, lies: undefined });
});

test("who has no bet on a hand is offered nothing for it", () => {
  expect(covers(money, { player_insurance: "3:1" }, kinds, [bet("a", "banker", "100.00")])).toEqual([]);
});

test("a bank stands to pay the most that each bet can win", () => {
  const game = {
    bets: [
      { key: "player", pays: [...pays("player", "1:1"), ...pays("tie", "0:1")] },
      { key: "banker", pays: [...pays("banker", "1:2", "1:1"), ...pays("tie", "0:1")] },
      { key: "tie", pays: pays("tie", "8:1") },
    ],
  } as unknown as Game;
  const bets = [bet("a", "player", "100.00"), bet("b", "banker", "50.00"), bet("c", "tie", "10.00")];
  expect(exposure(money, game, bets)).toEqual({ player: -4000, banker: 6000, tie: -8000 });
});

test("chips to insure with are those that still fit, four of them at most", () => {
  const chips = [500, 1000, 2500, 10_000, 50_000, 100_000];
  expect(inChips(chips, 3333)).toEqual([500, 1000, 2500]);
  expect(inChips(chips, 499)).toEqual([]);
  expect(inChips(chips, 60_000)).toEqual([1000, 2500, 10_000, 50_000]);
});
