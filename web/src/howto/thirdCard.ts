// Which case of the table of play the cards on the felt are, by the table that the house publishes.
import type { ThirdCard } from "$/game/game.ts";
import type { Side } from "$/live/frame.ts";

export type Case =
  /** Nothing is decided yet: fewer than four cards, or some lie face down. */
  | { of: "open" }
  | { of: "natural"; hands: Side[]; total: number }
  /** Player's own total decides; the card it draws has not come yet. */
  | { of: "player"; total: number; draws: boolean }
  /** Banker's total decides, against Player's third card; against none where Player stood. */
  | { of: "banker"; total: number; third: number | null; draws: boolean };

/** A hand of cards as they are written, null for one that lies face down. */
type Cards = (string | null)[];

export function caseOf(play: { points: { rank: string; points: number }[]; third_card: ThirdCard }, cards: Record<Side, Cards>): Case {
  const { naturals, player: playerDraws, banker_alone: alone, banker: against } = play.third_card;
  const points = (card: string | null | undefined): number => (card ? (play.points.find(({ rank }) => rank === card.slice(0, -1))?.points ?? 0) : Number.NaN);
  const first = (hand: Cards): number => (points(hand[0]) + points(hand[1])) % 10;
  const [player, banker] = [first(cards.player), first(cards.banker)];
  if (Number.isNaN(player + banker)) return { of: "open" };
  const hands = (["player", "banker"] as const).filter((side) => naturals.includes(side === "player" ? player : banker));
  if (hands.length) return { of: "natural", hands, total: hands[0] === "player" ? player : banker };
  if (!playerDraws.includes(player)) return { of: "banker", total: banker, third: null, draws: alone.includes(banker) };
  const third = points(cards.player[2]);
  if (Number.isNaN(third)) return { of: "player", total: player, draws: true };
  return { of: "banker", total: banker, third, draws: against[banker]?.includes(third) ?? false };
}
