// Chips: which ones lie in the tray, and how an amount is stacked.
import type { Money } from "./money.ts";

/** What the chips of a house say, in whole units of its money; each has a look of its own. */
export const FACES = [1, 5, 10, 25, 100, 500, 1000, 5000, 25_000, 100_000, 500_000];
const TRAY = 7;
/** As many chips lie in a column, and as many columns in a pile. */
export const COLUMN = 5;
export const COLUMNS = 2;

/** The chips of a table, in units: from its smallest bet on, never above its largest. */
export function tray(money: Money, least: string | undefined, most: string | null | undefined): number[] {
  const one = 10 ** money.places;
  const low = least === undefined ? one : Math.max(money.read(least), 1);
  const high = most ? money.read(most) : Number.POSITIVE_INFINITY;
  const all = FACES.map((face) => face * one).filter((chip) => money.fits(chip));
  const from = Math.max(0, all.findLastIndex((chip) => chip <= low));
  const fitting = all.slice(from).filter((chip) => chip <= high);
  return (fitting.length ? fitting : all).slice(0, TRAY);
}

/** How many of the smallest bets chips are bought for: a while, the usual, a long evening. */
const LASTS = [20, 50, 100];

/** Round amounts of chips to sit down with, as far as the wallet goes; the one that is suggested comes second. */
export function buyIns(money: Money, least: string | undefined, wallet: number): number[] {
  const one = 10 ** money.places;
  const low = Math.max(least === undefined ? one : money.read(least), 1);
  const all = LASTS.map((times) => rounded(low * times)).filter((amount) => amount <= wallet);
  return all.length || wallet < low ? all : [wallet];
}

/** The largest amount of one digit 1, 2 or 5 and zeros that is not above it. */
function rounded(amount: number): number {
  const ten = 10 ** Math.floor(Math.log10(amount));
  return ten * (amount >= 5 * ten ? 5 : amount >= 2 * ten ? 2 : 1);
}

export interface Pile {
  /** The chips of each column, from the felt upwards. */
  columns: number[][];
  /** What the chips that are drawn do not show: the pile's number says it. */
  rest: number;
}

/** Stack an amount with as few chips as there can be, the largest at the bottom; drawn and rest are exactly the amount. */
export function stack(money: Money, amount: number, columns = COLUMNS): Pile {
  const one = 10 ** money.places;
  const chips: number[] = [];
  let rest = amount;
  for (const face of FACES.toReversed()) {
    const chip = face * one;
    const count = Math.min(Math.floor(rest / chip), columns * COLUMN - chips.length);
    chips.push(...Array.from({ length: count }, () => chip));
    rest -= count * chip;
  }
  const found: number[][] = [];
  for (let at = 0; at < chips.length; at += COLUMN) found.push(chips.slice(at, at + COLUMN));
  return { columns: found, rest };
}

/** The look of a chip: that of the largest one of the house which is not above it. */
export function look(money: Money, chip: number): number {
  const face = chip / 10 ** money.places;
  return Math.max(0, FACES.findLastIndex((each) => each <= face));
}

const SHORT = [[1e9, "b"], [1e6, "m"], [1e3, "k"]] as const;

/** A number short enough for a chip: 2500 is 2.5k. */
export function brief(money: Money, amount: number): string {
  const value = amount / 10 ** money.places;
  for (const [size, sign] of SHORT) {
    if (value >= size) return `${Number((value / size).toFixed(value / size < 100 ? 1 : 0))}${sign}`;
  }
  return String(Number(value.toFixed(money.places)));
}

/** The exact total of a pile, in few signs where that is exact: 25,000 is 25k, 12,345 is itself. */
export function total(money: Money, amount: number, locale: string): string {
  const value = amount / 10 ** money.places;
  const [size] = SHORT.find(([each]) => value >= each) ?? [1];
  const short = value >= 10_000 && value % (value < 100 * size ? size / 10 : size) === 0;
  return short ? brief(money, amount) : money.show(amount, locale);
}
