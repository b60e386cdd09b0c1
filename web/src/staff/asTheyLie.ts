// Cards that are played as they lie, hand by hand.
import type { Command, Side } from "$/live/frame.ts";

export interface Lying {
  card: string;
  hand: Side;
}

/** Where the cards were dealt to, in the order of the deal; empty while one lies face down. */
export function dealtTo(cards: Record<Side, (string | null)[]>): Lying[] {
  const found: Lying[] = [];
  for (let at = 0; at < 3; at += 1) {
    for (const hand of ["player", "banker"] as const) {
      const card = cards[hand][at];
      if (card === null) return [];
      if (card !== undefined) found.push({ card, hand });
    }
  }
  return found;
}

/** The decision that they cannot be put right: with both hands, unless they lie as they were dealt. */
export function asTheyLie(lying: Lying[], dealt: Lying[]): Command {
  if (lying.every(({ hand }, at) => hand === dealt[at]?.hand)) return { do: "cannot_reconstruct" };
  const of = (hand: Side): string[] => lying.filter((each) => each.hand === hand).map(({ card }) => card);
  return { do: "cannot_reconstruct", player_cards: of("player"), banker_cards: of("banker") };
}
