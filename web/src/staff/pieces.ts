// Chips counted by denomination, as they are typed: "100×20 25x4".
import type { Money } from "$/game/money.ts";

/** How many of each denomination; null for what cannot be read. */
export function piecesOf(text: string): Record<string, number> | null {
  const made: Record<string, number> = {};
  for (const part of text.trim().split(/[\s,;]+/).filter(Boolean)) {
    const [, worth, many] = /^([0-9]+(?:\.[0-9]{1,8})?)[x×*]([0-9]{1,9})$/i.exec(part) ?? [];
    if (worth === undefined || many === undefined) return null;
    made[worth] = (made[worth] ?? 0) + Number(many);
  }
  return made;
}

/** What pieces are worth together, in units; NaN for a denomination that is no amount. */
export function worth(money: Money, pieces: Record<string, number>): number {
  return Object.entries(pieces).reduce((sum, [each, many]) => sum + money.read(each) * many, 0);
}
