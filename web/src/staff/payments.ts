// Paying: in which order the dealer does it, and in which chips.
import { betOf, type Game } from "$/game/game.ts";
import type { Bet, BetResult } from "$/live/frame.ts";

export interface Payment {
  bet: Bet;
  result: BetResult;
  act: "collect" | "pay" | "return";
}

/** Chips of the house in whole units of money, the largest first. */
const CHIPS = [100_000, 25_000, 10_000, 5000, 1000, 500, 100, 25, 5, 1];

export interface Stack {
  chip: number;
  count: number;
}

/** Break an amount of hundredths into chips; what no chip pays is left over as coins. */
export function stacks(units: number, places: number): { chips: Stack[]; rest: number } {
  const one = 10 ** places;
  const chips: Stack[] = [];
  let left = Math.abs(units);
  for (const chip of CHIPS) {
    const count = Math.floor(left / (chip * one));
    if (count) chips.push({ chip, count });
    left -= count * chip * one;
  }
  return { chips, rest: left };
}

/**
 * The house's own game: what is lost is collected first, then winners are paid box by box, the
 * seated patron before those who stand. With a player-dealer: the order of action, from the seat
 * to the left, bet by bet as the game's file has them. What went back to its patron before is not
 * handed back a second time.
 */
export function payingOrder(
  results: BetResult[],
  bets: Record<string, Bet>,
  game: Game | null,
  banker: { seat: number; seats: number } | null,
): Payment[] {
  const known = results.flatMap((result): Payment[] => {
    const bet = bets[result.id];
    return bet && !bet.handed ? [{ bet, result, act: actOf(result) }] : [];
  });
  const order = game?.bank.order ?? [];
  const turn = (kind: string): number => (order.includes(kind) ? order.indexOf(kind) : order.length);
  const place = (payment: Payment): number[] => {
    const { bet, act } = payment;
    if (banker) return [turn(bet.bet), (bet.box - banker.seat + banker.seats) % banker.seats];
    return [act === "collect" ? 0 : 1, bet.box, bet.standing ? 1 : 0, betOf(game, bet.bet)?.main ? 0 : 1];
  };
  return known
    .map((payment, at) => ({ payment, key: [...place(payment), at] }))
    .toSorted((a, b) => compare(a.key, b.key))
    .map((each) => each.payment);
}

function actOf(result: BetResult): Payment["act"] {
  if (result.outcome === "win") return "pay";
  return result.outcome === "lose" ? "collect" : "return";
}

function compare(a: number[], b: number[]): number {
  for (let at = 0; at < a.length; at += 1) {
    const difference = (a[at] ?? 0) - (b[at] ?? 0);
    if (difference) return difference;
  }
  return 0;
}
