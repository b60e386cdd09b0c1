// The places to bet on: which lie in front, which beside, and the key of each.
import type { Winner } from "$/live/frame.ts";
import type { BetKind, Game } from "./game.ts";

export interface Places {
  /** Bets on a hand or on a tie, as they lie on the felt from the left. */
  front: BetKind[];
  /** All others, in the order of the game's file. */
  side: BetKind[];
}

const FROM_LEFT: Record<Winner, number> = { player: 0, tie: 1, banker: 2 };

const fromLeft = (bet: BetKind): number => (bet.backs ? FROM_LEFT[bet.backs] : 1);

/** Sort the bets of a table; those that it does not take have no place. */
export function placesOf(game: Game | null, taken: string[]): Places {
  const bets = (game?.bets ?? []).filter((bet) => taken.includes(bet.key));
  const lead = (bet: BetKind): boolean => bet.main || (bet.backs !== null && bets.find((each) => each.backs === bet.backs) === bet);
  return { front: bets.filter(lead).toSorted((a, b) => fromLeft(a) - fromLeft(b)), side: bets.filter((bet) => !lead(bet)) };
}

/** A hand and a tie have the key of their letter. */
const LETTERS: Record<Winner, string> = { player: "p", banker: "b", tie: "t" };

/** The others, near the left hand first; 1 to 7 choose chips, and U, C, R, D undo, clear, rebet and double. */
const FREE = ["q", "w", "e", "a", "s", "z", "x", "f", "g", "v", "h", "j", "k", "l", "n", "m", "y", "i", "o", "t", "b", "p", "8", "9", "0"];

/** The key of each bet, as a press of it is spelled: "q", or "shift+q" when single keys are used up. */
export function keysOf({ front, side }: Places): Record<string, string> {
  // With nothing in it from the start: a file may call a bet "constructor".
  const found = Object.create(null) as Record<string, string>;
  for (const bet of front) {
    const letter = bet.backs && LETTERS[bet.backs];
    if (letter && !Object.values(found).includes(letter)) found[bet.key] = letter;
  }
  const used = new Set(Object.values(found));
  const free = [...FREE.filter((key) => !used.has(key)), ...FREE.filter((key) => /[a-z]/.test(key)).map((key) => `shift+${key}`)];
  for (const bet of [...side, ...front]) found[bet.key] ??= free.shift() ?? "";
  return found;
}

/** A key as it is printed beside its place. */
export function printed(key: string): string {
  return key.toUpperCase().replace("SHIFT+", "⇧");
}
