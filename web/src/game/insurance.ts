// Insurance: how much a bet may still be covered by, so that all payouts stay within the bet.
import type { Bet } from "$/live/frame.ts";
import type { InsuranceKind } from "./game.ts";
import type { Money } from "./money.ts";

export interface Cover {
  kind: string;
  original: Bet;
  odds: string;
  /** The most that may still be staked, in units. */
  cap: number;
  /** What lies there of this stage. */
  lies: Bet | undefined;
}

/** The insurance on offer to somebody, one for each original bet of theirs. */
export function covers(
  money: Money,
  offers: Record<string, string>,
  kinds: InsuranceKind[],
  mine: Bet[],
  odds: Record<string, string> = {},
): Cover[] {
  const found: Cover[] = [];
  for (const [kind, at] of Object.entries(offers)) {
    const insured = kinds.find((each) => each.key === kind);
    if (!insured) continue;
    for (const original of mine.filter((bet) => bet.bet === insured.original)) {
      const placed = mine.filter((bet) => bet.bet === kind && bet.box === original.box);
      // Odds of insurance placed before are those of its stage; what is not known counts at today's.
      const paid = placed.reduce((sum, bet) => sum + pays(money.read(bet.amount), odds[bet.id] ?? at), 0);
      const [up = 1, down = 1] = at.split(":").map(Number);
      const cap = Math.max(0, Math.floor(((money.read(original.amount) - paid) * down) / up));
      const lies = placed.find((bet) => (odds[bet.id] ?? at) === at);
      found.push({ kind, original, odds: at, cap, lies });
    }
  }
  return found;
}

/** The chips of a table that still fit, the largest last: a cover is built from them, a chip a tap. */
export function inChips(chips: number[], cap: number): number[] {
  return chips.filter((chip) => chip <= cap).slice(-4);
}

function pays(stake: number, odds: string): number {
  const [up = 0, down = 1] = odds.split(":").map(Number);
  return (stake * up) / down;
}
