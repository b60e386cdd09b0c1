// The table of play: who draws a third card, and on what ground. The tests hold it to the server's.
import type { Side, Winner } from "$/live/frame.ts";

export type Ground = "natural" | "player" | "banker_alone" | "banker";
export interface Decision {
  draws: boolean;
  ground: Ground;
}

/** For each Banker total from 0 to 7: the points of Player's third card that it draws on. */
const BANKER_DRAWS = ["0123456789", "0123456789", "0123456789", "012345679", "234567", "4567", "67", ""];

export function points(card: string): number {
  const rank = card.slice(0, -1);
  if (rank === "A") return 1;
  return /^[2-9]$/.test(rank) ? Number(rank) : 0;
}

export function total(cards: string[]): number {
  return cards.reduce((sum, card) => sum + points(card), 0) % 10;
}

export function playerDraws(player: number, banker: number): Decision {
  if (player > 7 || banker > 7) return { draws: false, ground: "natural" };
  return { draws: player < 6, ground: "player" };
}

export function bankerDraws(player: number, banker: number, third: number | null): Decision {
  if (player > 7 || banker > 7) return { draws: false, ground: "natural" };
  if (third === null) return { draws: banker < 6, ground: "banker_alone" };
  return { draws: (BANKER_DRAWS[banker] ?? "").includes(String(third)), ground: "banker" };
}

export interface Walk {
  player: string[];
  banker: string[];
  /** The hand of each card that the coup takes, in the order of the deal. */
  hands: Side[];
  /** Where the next card goes; null when the coup is complete. */
  next: Side | null;
  /** Cards that the coup does not take: they open the next round. */
  over: string[];
  /** Player's and Banker's decision, as soon as it is made. */
  decisions: { player?: Decision; banker?: Decision };
  result: Winner | null;
}

/** Deal cards in this order as far as the rules take them. */
export function walk(cards: string[]): Walk {
  const hands: Side[] = [];
  const held: Record<Side, string[]> = { player: [], banker: [] };
  const decisions: Walk["decisions"] = {};
  let next: Side | null = "player";
  let taken = 0;
  for (; taken < cards.length; taken += 1) {
    next = due(held, decisions);
    if (next === null) break;
    held[next].push(cards[taken] as string);
    hands.push(next);
  }
  next = due(held, decisions);
  const [player, banker] = [total(held.player), total(held.banker)];
  const result: Winner = player > banker ? "player" : banker > player ? "banker" : "tie";
  return { ...held, hands, next, over: cards.slice(taken), decisions, result: next === null ? result : null };
}

function due(held: Record<Side, string[]>, decisions: Walk["decisions"]): Side | null {
  const { player, banker } = held;
  if (player.length + banker.length < 4) return player.length === banker.length ? "player" : "banker";
  const [first, second] = [total(player.slice(0, 2)), total(banker.slice(0, 2))];
  decisions.player = playerDraws(first, second);
  if (decisions.player.draws && player.length === 2) return "player";
  const third = player[2];
  decisions.banker = bankerDraws(first, second, third === undefined ? null : points(third));
  return decisions.banker.draws && banker.length === 2 ? "banker" : null;
}

/** Where the next card goes on a felt where some lie face down; undefined where nobody can say. */
export function nextHand(cards: Record<Side, (string | null)[]>): Side | null | undefined {
  const count = cards.player.length + cards.banker.length;
  // Hands that are played as they lie may be uneven: the next cards make up for it.
  if (count < 4) return cards.player.length < 2 && cards.player.length <= cards.banker.length ? "player" : "banker";
  if (cards.player.includes(null) || cards.banker.includes(null)) return undefined;
  return walk(inOrder(cards) as string[]).next;
}

/** The cards of two hands in the order in which they were dealt. */
export function inOrder<T>(cards: Record<Side, T[]>): T[] {
  const { player, banker } = cards;
  const first = [player[0], banker[0], player[1], banker[1], player[2], banker[2]];
  return first.filter((card): card is T => card !== undefined);
}
