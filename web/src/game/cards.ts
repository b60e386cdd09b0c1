// Cards: what is printed on them and how they are called.
export const SUITS: Record<string, string> = { c: "♣", d: "♦", h: "♥", s: "♠" };

export interface Face {
  rank: string;
  suit: string;
  sign: string;
  red: boolean;
}

export function face(card: string): Face {
  const [rank = "", suit = ""] = [card.slice(0, -1), card.slice(-1)];
  return { rank: rank === "T" ? "10" : rank, suit, sign: SUITS[suit] ?? "", red: suit === "d" || suit === "h" };
}

export function points(card: string): number {
  const rank = card.slice(0, -1);
  if (rank === "A") return 1;
  return /^[2-9]$/.test(rank) ? Number(rank) : 0;
}

export function total(cards: (string | null)[]): number {
  return cards.reduce((sum, card) => sum + (card ? points(card) : 0), 0) % 10;
}

/** Where the pips of a number card lie, in percent of its face; those below the middle stand on their heads. */
export function pips(rank: string): [x: number, y: number][] {
  const [l, m, r] = [30, 50, 70];
  const rows: Record<string, [number, number][]> = {
    "2": [[m, 18], [m, 82]],
    "3": [[m, 18], [m, 50], [m, 82]],
    "4": [[l, 18], [r, 18], [l, 82], [r, 82]],
    "5": [[l, 18], [r, 18], [m, 50], [l, 82], [r, 82]],
    "6": [[l, 18], [r, 18], [l, 50], [r, 50], [l, 82], [r, 82]],
    "7": [[l, 18], [r, 18], [m, 34], [l, 50], [r, 50], [l, 82], [r, 82]],
    "8": [[l, 18], [r, 18], [m, 34], [l, 50], [r, 50], [m, 66], [l, 82], [r, 82]],
    "9": [[l, 18], [r, 18], [l, 39], [r, 39], [m, 50], [l, 61], [r, 61], [l, 82], [r, 82]],
    "10": [[l, 18], [r, 18], [m, 28], [l, 39], [r, 39], [l, 61], [r, 61], [m, 72], [l, 82], [r, 82]],
  };
  return rows[rank] ?? [];
}
