// A card that its patron still peels: everybody knows it by now, but their own page does not tell it beforehand.
import type { Side } from "./frame.ts";

export type Faces = Record<Side, (string | null)[]>;

export interface Held {
  round: number;
  hand: Side;
  /** Which card of its hand, from 1. */
  number: number;
}

/** The cards as the patron's own felt shows them: the one that is held lies face down. */
export function veiled(cards: Faces, round: number, held: Held | null): Faces {
  if (!held || held.round !== round || !cards[held.hand][held.number - 1]) return cards;
  return { ...cards, [held.hand]: cards[held.hand].map((card, at) => (at === held.number - 1 ? null : card)) };
}
