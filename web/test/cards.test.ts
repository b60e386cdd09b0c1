import { describe, expect, it, test } from "vitest";
import { CORNER, face, PAPER, PIP, pips, RANK_PATHS, rankWidth, SUIT_PATHS } from "$/game/cards.ts";

const RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];
const numbers = (path: string): number[] => (path.match(/-?\d*\.?\d+/g) ?? []).map(Number);

describe("the face of a card", () => {
  it.each(RANKS)("%s has a sign drawn, and as many pips as it says", (rank) => {
    expect(RANK_PATHS[rank]).toBeTruthy();
    const count = /^\d+$/.test(rank) ? Number(rank) : 0;
    expect(pips(rank)).toHaveLength(count);
    expect(new Set(pips(rank).map(String)).size).toBe(count);
  });

  it.each(RANKS)("%s has indices that no pip touches, at either corner", (rank) => {
    for (const [x, y] of pips(rank)) {
      const [left, top, right, bottom] = [x - PIP / 2, y - PIP / 2, x + PIP / 2, y + PIP / 2];
      const upper = left >= CORNER.right || top >= CORNER.bottom;
      const lower = right <= PAPER.width - CORNER.right || bottom <= PAPER.height - CORNER.bottom;
      expect([rank, x, y, upper, lower]).toEqual([rank, x, y, true, true]);
      expect(left > 0 && top > 0 && right < PAPER.width && bottom < PAPER.height).toBe(true);
    }
  });

  it.each(RANKS)("%s has its pips the same from either side, but for the seven's single one", (rank) => {
    const upside = pips(rank).map(([x, y]) => `${PAPER.width - x} ${PAPER.height - y}`);
    if (rank !== "7") expect(upside.toSorted()).toEqual(pips(rank).map(([x, y]) => `${x} ${y}`).toSorted());
  });

  it("keeps a rank within its corner", () => {
    for (const rank of RANKS) expect(rankWidth(rank)).toBeLessThanOrEqual(CORNER.right - CORNER.left);
  });

  it("draws a suit within its square", () => {
    for (const [suit, path] of Object.entries(SUIT_PATHS)) {
      expect("cdhs").toContain(suit);
      for (const number of numbers(path)) expect(Math.abs(number)).toBeLessThanOrEqual(100);
    }
  });
});

test("a card is read from how it is written", () => {
  expect(face("Th")).toEqual({ rank: "10", suit: "h", sign: "♥", red: true });
  expect(face("Ac").red).toBe(false);
});
