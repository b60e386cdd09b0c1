// Examples with this table's own figures, worked out from the game as the house publishes it.
import { betOf, profit, type BetKind, type Game, type InsuranceKind, type Offer } from "$/game/game.ts";

export interface Insured {
  kind: InsuranceKind;
  original: BetKind;
  offer: Offer;
  /** Amounts in units: the bet, the insurance that covers it whole, what that pays, what the bet itself would win. */
  bet: number;
  cover: number;
  pays: number;
  wins: number;
}

/** A bet on a hand that insurance covers whole; null where no bet has one way to win alone. */
export function insuredExample(game: Game, least: number): Insured | null {
  const insurance = game.insurance;
  if (!insurance) return null;
  for (const kind of insurance.bets) {
    const original = betOf(game, kind.original);
    const paying = original?.pays.filter((line) => !line.push) ?? [];
    const [line] = paying;
    const offers = kind.offers.filter((offer) => offer.stage === insurance.stages[0]);
    const offer = offers[Math.floor(offers.length / 2)];
    if (!original || !line || paying.length > 1 || !offer) continue;
    const [up = 1, down = 1] = offer.odds.split(":").map(Number);
    const [bet, cover] = [least * up, least * down];
    return { kind, original, offer, bet, cover, pays: profit(cover, offer.odds), wins: profit(bet, line.odds) };
  }
  return null;
}


/** A bank that cannot pay both of two winners in full: its wager, what each wins, and what is left for the second. */
export function bankExample(least: number): { wager: number; bet: number; rest: number } {
  return { wager: least * 10, bet: least * 8, rest: least * 2 };
}
