import { expect, test } from "vitest";
import { Money } from "$/game/money.ts";
import { AutoRebet } from "$/live/autoRebet.svelte.ts";
import type { BetQueue } from "$/live/betQueue.svelte.ts";

const money = new Money("0.01");

/** A queue that bets again, all or not all, and counts how often it was asked. */
function queue(all = true, before: unknown[] = [{}]): { queue: BetQueue; bets: () => number; refuse: () => void } {
  let [asked, fine] = [0, all];
  const again = (): Promise<boolean> => Promise.resolve(((asked += 1), fine));
  return { queue: { before, again } as unknown as BetQueue, bets: () => asked, refuse: () => (fine = false) };
}

test("it bets once in a round, in as many rounds as were asked for", async () => {
  const { queue: given, bets } = queue();
  const auto = new AutoRebet(given);
  auto.start(2, 7, false);
  for (const round of [7, 7, 8, 8, 9]) await auto.play(money, round);
  expect(bets()).toBe(2);
  expect([auto.left, auto.ended]).toEqual([0, null]);
});

test("a round in which bets lie already is not the first", async () => {
  const { queue: given, bets } = queue();
  const auto = new AutoRebet(given);
  auto.start(5, 7, true);
  await auto.play(money, 7);
  expect([bets(), auto.left]).toEqual([0, 5]);
  await auto.play(money, 8);
  expect([bets(), auto.left]).toEqual([1, 4]);
});

test("one refusal ends it, and it says why", async () => {
  const { queue: given, bets, refuse } = queue();
  const auto = new AutoRebet(given);
  auto.start(10, 1, false);
  await auto.play(money, 1);
  refuse();
  await auto.play(money, 2);
  await auto.play(money, 3);
  expect([bets(), auto.left, auto.ended]).toEqual([2, 0, "refused"]);
  auto.start(5, 4, false);
  expect(auto.ended).toBe(null);
});

test("with nothing to bet again it ends; a stop by hand gives no reason", async () => {
  const auto = new AutoRebet(queue(true, []).queue);
  auto.start(5, 1, false);
  await auto.play(money, 1);
  expect([auto.left, auto.ended]).toEqual([0, "nothing"]);
  auto.start(5, 1, false);
  auto.stop();
  expect([auto.left, auto.ended]).toEqual([0, null]);
  auto.stop("left");
  expect(auto.ended).toBe(null);
});
