import { expect, it, test } from "vitest";
import { byKin, bySource, keyOfTitle, nearest, search, type SideBet } from "$/odds/sideBets.ts";

const row = (edge: string, decks: number, where: string) => ({ edge, decks, where, source: `Page of ${where}`, differs: null });
const bet = (key: string, kin: string, more: Partial<SideBet> = {}): SideBet => ({
  key, bet: key.replaceAll("-", "_"), name: key, names: {}, kin, tags: [], decks: [8], note: null, notes: {}, at_decks: 8,
  house_edge: 0.05, house_edge_exact: "1/20", hit_frequency: "1/10", pays: [], published: [], ...more,
});
const panda = bet("panda-8", "ez", { names: { zh: "熊猫 8" }, tags: ["player"] });
const dragon = bet("dragon-7", "ez", { tags: ["banker"], note: "Also called Gold." });
const tie = bet("egalite-0", "egalite", { tags: ["tie"] });
const all = [panda, dragon, tie];

it.each([
  ["", all],
  ["ez", [panda, dragon]],
  ["EZ  banker", [dragon]],
  ["熊猫", [panda]],
  ["gold", [dragon]],
  ["ez tie", []],
])("finds bets that mention every word of %j", (words, wanted) => {
  expect(search(all, words)).toEqual(wanted);
});

test("bets stand by their kin, in the order in which they came", () => {
  expect(byKin(all)).toEqual([["ez", [panda, dragon]], ["egalite", [tie]]]);
});

it.each([
  ["Panda Night!", "panda-night"],
  ["8 Dragons & Égalité", "dragons-egalite"],
  ["熊猫之夜", null],
  ["", null],
])("makes the key of a game from %j", (title, key) => {
  expect(keyOfTitle(title)).toBe(key);
});

test("a figure for the decks that are chosen comes before one for others", () => {
  const published = [row("1.0%", 6, "a"), row("2.0%", 8, "b"), row("3.0%", 4, "a")];
  expect(nearest({ ...panda, published })?.edge).toBe("2.0%");
  expect(nearest({ ...panda, published, at_decks: 5 })?.edge).toBe("1.0%");
  expect(nearest(panda)).toBeNull();
  expect(bySource({ ...panda, published }).map(({ where, source, figures }) => [where, source, figures.length])).toEqual([["a", "Page of a", 2], ["b", "Page of b", 1]]);
});
