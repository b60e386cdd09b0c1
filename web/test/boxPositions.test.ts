import { expect, test } from "vitest";
import { felt, ROUND } from "$/game/boxPositions.ts";
import { brief, stack, tray } from "$/game/chips.ts";
import { Money } from "$/game/money.ts";

const layouts: [string, number][] = [
  ["bean-9", 9], ["bean-8", 8], ["bean-7", 7], ["mini-7", 7], ["mini-6", 6], ["mini-5", 5],
  ["big-12", 12], ["small", 7], ["large", 14], ["nine", 9], ["seven", 7], ["blackjack", 8], ["baccarat", 14],
];

test.each(layouts.flatMap(([layout, boxes]) => [[layout, boxes, true], [layout, boxes, false]] as const))(
  "boxes of %s (%i, tall: %s) lie apart, inside, in order from the dealer's left",
  (layout, boxes, tall) => {
    const { spots, size, ratio } = felt(layout, boxes, tall);
    expect(spots.map((spot) => spot.box)).toEqual(Array.from({ length: boxes }, (_, at) => at + 1));
    expect(size).toBeGreaterThan(4);
    for (const [at, one] of spots.entries()) {
      expect(one.x).toBeGreaterThan(size / 2 - 1);
      expect(one.x).toBeLessThan(101 - size / 2);
      expect(one.y).toBeLessThan(100);
      const mirror = spots[boxes - 1 - at];
      expect(one.x + (mirror?.x ?? 0)).toBeCloseTo(100, 3);
      for (const other of spots.slice(at + 1)) {
        // Corner to corner, with the round of the corners: straight sides and four quarter circles.
        const [x, y] = [Math.abs(one.x - other.x), Math.abs(one.y - other.y) / ratio];
        const straight = size * (1 - 2 * ROUND);
        expect(Math.hypot(Math.max(0, x - straight), Math.max(0, y - straight))).toBeGreaterThan(size * 2 * ROUND);
      }
    }
    expect(spots[0]?.x).toBeGreaterThan(50);
  },
);

const money = new Money("0.01");

test("the tray begins with the least bet and ends before the most", () => {
  expect(tray(money, "5", "2000").map((chip) => chip / 100)).toEqual([5, 10, 25, 100, 500, 1000]);
  expect(tray(money, "25", null).map((chip) => chip / 100)).toEqual([25, 100, 500, 1000, 5000, 25_000, 100_000]);
  expect(tray(new Money("1"), "30", null)[0]).toBe(25);
});

test("an amount is stacked with few chips, the largest first", () => {
  expect(stack(money, 63_500).map((chip) => chip / 100)).toEqual([500, 100, 25, 10]);
  expect(stack(money, 50)).toEqual([50]);
});

test("chips carry short numbers", () => {
  expect([50, 1000, 250_000, 10_000_000].map((amount) => brief(money, amount))).toEqual(["0.5", "10", "2.5k", "100k"]);
});
