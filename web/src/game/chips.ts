// Chips: which ones lie in the tray, what they look like, how an amount is stacked.
import type { Money } from "./money.ts";

const FACES = [1, 5, 10, 25, 100, 500, 1000, 5000, 25_000, 100_000, 500_000];
const TRAY = 7;

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

/** Stack an amount with as few chips as there can be; the largest lies at the bottom. */
export function stack(money: Money, amount: number, most = 6): number[] {
  const one = 10 ** money.places;
  const chips: number[] = [];
  let left = amount;
  for (const face of FACES.toReversed()) {
    while (left >= face * one && chips.length < most) {
      chips.push(face * one);
      left -= face * one;
    }
  }
  return chips.length ? chips : [amount];
}

/** The colour of a chip, by its place among those of the house: its number is printed on it too. */
export function hue(money: Money, chip: number): number {
  const face = chip / 10 ** money.places;
  const at = FACES.findLastIndex((each) => each <= face);
  return Math.max(0, at) % 8;
}

/** A number short enough for a chip: 2500 is 2.5k. */
export function brief(money: Money, amount: number): string {
  const value = amount / 10 ** money.places;
  for (const [size, sign] of [[1e9, "b"], [1e6, "m"], [1e3, "k"]] as const) {
    if (value >= size) return `${Number((value / size).toFixed(value / size < 100 ? 1 : 0))}${sign}`;
  }
  return String(Number(value.toFixed(money.places)));
}
