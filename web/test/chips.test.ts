import { describe, expect, it, test } from "vitest";
import { brief, buyIns, COLUMN, COLUMNS, FACES, look, stack, total, tray } from "$/game/chips.ts";
import { size, spots, wall } from "$/game/chipArt.ts";
import { Money } from "$/game/money.ts";

const money = new Money("0.01");
const whole = new Money("1");
const sum = (chips: number[]): number => chips.reduce((all, chip) => all + chip, 0);

test("chips to sit down with are round amounts within the wallet, whatever the smallest bet is", () => {
  expect(buyIns(money, "10", 1_000_000)).toEqual([20_000, 50_000, 100_000]);
  expect(buyIns(money, "25", 1_000_000)).toEqual([50_000, 100_000, 200_000]);
  expect(buyIns(whole, "1", 60)).toEqual([20, 50]);
  expect(buyIns(whole, "10", 150)).toEqual([150]);
  expect(buyIns(whole, "10", 9)).toEqual([]);
  expect(buyIns(whole, undefined, 1000)).toEqual([20, 50, 100]);
});

describe("a pile", () => {
  const amounts = [1, 2, 3, 4, 5, 7, 9, 24, 30, 95, 99, 100, 499, 999, 1234, 4444, 9999, 88_888, 499_999, 7_654_321];

  it.each(amounts)("of %i is drawn to the unit, or leaves a rest that its number says", (amount) => {
    const { columns, rest } = stack(whole, amount);
    expect(sum(columns.flat()) + rest).toBe(amount);
    expect(columns.length).toBeLessThanOrEqual(COLUMNS);
    expect(columns.every((column) => column.length > 0 && column.length <= COLUMN)).toBe(true);
    // Only a pile that is full leaves something out.
    expect(rest === 0 || columns.flat().length === COLUMN * COLUMNS).toBe(true);
    expect(columns.flat()).toEqual(columns.flat().toSorted((a, b) => b - a));
    expect(columns.flat().every((chip) => FACES.includes(chip))).toBe(true);
  });

  it("begins a second column with the sixth chip", () => {
    expect(stack(whole, 95).columns).toEqual([[25, 25, 25, 10, 10]]);
    expect(stack(whole, 99).columns).toEqual([[25, 25, 25, 10, 10], [1, 1, 1, 1]]);
  });

  it("has no chip for cents: its number has them", () => {
    expect(stack(money, 4750)).toEqual({ columns: [[2500, 1000, 1000, 100, 100]], rest: 50 });
    expect(total(money, 4750, "en-GB")).toBe("47.50");
    expect(stack(money, 50)).toEqual({ columns: [], rest: 50 });
  });

  it("says its total exactly, in few signs where few are exact", () => {
    const said = [30, 2500, 9999, 10_000, 12_345, 12_500, 100_000, 123_456, 250_000, 1_200_000, 1_234_000].map((amount) => total(whole, amount, "en-GB"));
    expect(said).toEqual(["30", "2,500", "9,999", "10k", "12,345", "12.5k", "100k", "123,456", "250k", "1.2m", "1,234,000"]);
  });
});

test("each chip of the house has a look of its own: spots on the face and on the wall", () => {
  const looks = FACES.map((face) => look(whole, face));
  expect(new Set(looks).size).toBe(FACES.length);
  expect(new Set(looks.map(spots)).size).toBe(FACES.length);
  expect(new Set(looks.map(wall)).size).toBe(FACES.length);
  // Around the edge a pattern ends as it began.
  for (const pattern of looks.map(spots)) expect(360 % sum(pattern.split(" ").map(Number))).toBe(0);
});

test("what is no chip has the look of the next lower one", () => {
  expect([look(whole, 60), look(whole, 1), look(money, 50)]).toEqual([3, 0, 0]);
});

test("a number on a chip stays inside its ring", () => {
  for (const face of FACES) {
    const text = brief(whole, face);
    expect(size(text, 62) * text.length * 0.6).toBeLessThan(62);
  }
});

test("a tray begins with the smallest bet and ends with the largest", () => {
  expect(tray(money, "10", "500")).toEqual([1000, 2500, 10_000, 50_000]);
  expect(tray(whole, "5", null)).toEqual([5, 10, 25, 100, 500, 1000, 5000]);
});
