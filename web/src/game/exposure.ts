// What a player-dealer stands to pay or win, by who wins: from the bets and the pay lines.
import type { Bet, Winner } from "$/live/frame.ts";
import { betOf, pays, profit, type Game } from "./game.ts";
import type { Money } from "./money.ts";

/** Per winner, the most that the bank pays (negative) or wins, the wager left aside. */
export function exposure(money: Money, game: Game, bets: Bet[]): Record<Winner, number> {
  const found: Record<Winner, number> = { player: 0, banker: 0, tie: 0 };
  for (const winner of ["player", "banker", "tie"] as const) {
    for (const bet of bets) found[winner] -= worst(money.read(bet.amount), game, bet.bet, winner);
  }
  return found;
}

/** The most that a bet can win when a hand wins; what it loses, where no line of it holds then. */
function worst(stake: number, game: Game, kind: string, winner: Winner): number {
  const lines = betOf(game, kind)?.pays.filter((line) => pays(line, winner)) ?? [];
  return lines.length ? Math.max(...lines.map((line) => profit(stake, line.odds))) : -stake;
}
