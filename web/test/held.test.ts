import { expect, test } from "vitest";
import { veiled, type Faces } from "$/live/held.ts";

const cards: Faces = { player: ["Ks", null], banker: ["Qh", "5d"] };

test("a card that its patron still peels lies face down on their own page", () => {
  expect(veiled(cards, 7, { round: 7, hand: "player", number: 1 })).toEqual({ player: [null, null], banker: ["Qh", "5d"] });
  expect(cards.player[0]).toBe("Ks");
});

test("nothing else is hidden: no card of another round, none that lies there already", () => {
  expect(veiled(cards, 7, null)).toBe(cards);
  expect(veiled(cards, 7, { round: 6, hand: "player", number: 1 })).toBe(cards);
  expect(veiled(cards, 7, { round: 7, hand: "player", number: 2 })).toBe(cards);
  expect(veiled(cards, 7, { round: 7, hand: "player", number: 3 })).toBe(cards);
});
