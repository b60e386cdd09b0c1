// What a player-dealer stands to pay or win, by who wins: from the bets and the pay lines.
import type { Bet, Winner } from "$/live/frame.ts";
import { profit, type GameFile } from "./gameFile.ts";
import type { Money } from "./money.ts";

/** Per winner, the most that the bank pays (negative) or wins, the wager left aside. */
export function exposure(money: Money, file: GameFile, bets: Bet[]): Record<Winner, number> {
  const found: Record<Winner, number> = { player: 0, banker: 0, tie: 0 };
  for (const winner of ["player", "banker", "tie"] as const) {
    for (const bet of bets) found[winner] -= worst(money.read(bet.amount), file, bet.bet, winner);
  }
  return found;
}

/** The most that a bet can win when a hand wins; what it loses, where no line of it holds then. */
function worst(stake: number, file: GameFile, kind: string, winner: Winner): number {
  const lines = file.bets[kind]?.pays.filter((line) => (line.when["winner"] ?? winner) === winner) ?? [];
  return lines.length ? Math.max(...lines.map((line) => profit(stake, line.odds))) : -stake;
}
