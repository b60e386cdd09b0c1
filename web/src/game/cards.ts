// Cards: what is printed on them, where it lies, and how they are called. All signs are drawn here,
// because the suits of fonts differ from system to system.
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

/** A card is drawn on paper of this size. */
export const PAPER = { width: 250, height: 350 };

/** The suits, each in a square of 100. */
export const SUIT_PATHS: Record<string, string> = {
  c: "M50 5a21 21 0 1 1-.01 0ZM27 38a21 21 0 1 1-.01 0ZM73 38a21 21 0 1 1-.01 0ZM43 38H57C56 72 59 87 70 96H30C41 87 44 72 43 38Z",
  d: "M50 3C58 21 71 37 87 50C71 63 58 79 50 97C42 79 29 63 13 50C29 37 42 21 50 3Z",
  h: "M50 94C39 76 6 57 6 31C6 16 16 7 28 7C38 7 46 13 50 24C54 13 62 7 72 7C84 7 94 16 94 31C94 57 61 76 50 94Z",
  s: "M50 4C41 22 7 41 7 63C7 75 16 83 27 83C35 83 42 79 46 73C46 83 42 91 33 96H67C58 91 54 83 54 73C58 79 65 83 73 83C84 83 93 75 93 63C93 41 59 22 50 4Z",
};

/** The ranks as lines, 36 wide (the ten 46) and 54 high with their stroke. */
export const RANK_PATHS: Record<string, string> = {
  A: "M4 50L18 6L32 50M9 36H27",
  "2": "M5 16C5 9 10 4 18 4C26 4 31 9 31 16C31 25 24 30 5 50H32",
  "3": "M5 4H30L17 22C27 22 32 28 32 36C32 45 26 50 18 50C11 50 5 47 4 41",
  "4": "M24 50V4L4 37H33",
  "5": "M30 4H9L7 24C10 21 14 20 18 20C27 20 32 26 32 35C32 44 26 50 18 50C11 50 5 46 4 41",
  "6": "M27 4C12 9 4 21 4 35C4 44 10 50 18 50C26 50 32 44 32 36C32 28 26 23 18 23C10 23 4 28 4 35",
  "7": "M4 4H32L15 50",
  "8": "M18 25C10 25 6 20 6 14.500C6 8.5 10.5 4 18 4C25.5 4 30 8.5 30 14.500C30 20 26 25 18 25C9 25 4 31 4 37.500C4 45 9.5 50 18 50C26.5 50 32 45 32 37.500C32 31 27 25 18 25Z",
  "9": "M9 50C24 45 32 33 32 19C32 10 26 4 18 4C10 4 4 10 4 18C4 26 10 31 18 31C26 31 32 26 32 19",
  "10": "M4 12L12 4V50M24 17C24 9 28 4 33 4C38 4 42 9 42 17V37C42 45 38 50 33 50C28 50 24 45 24 37Z",
  J: "M14 4H28V36C28 45 23 50 16 50C9 50 4 45 4 37",
  Q: "M18 4C9 4 4 13 4 27C4 41 9 50 18 50C27 50 32 41 32 27C32 13 27 4 18 4ZM19 38L32 52",
  K: "M5 4V50M31 4L6 31M15 22L32 50",
};

/** How wide a rank is drawn. */
export function rankWidth(rank: string): number {
  return rank === "10" ? 46 : 36;
}

/** The corner that rank and suit fill, at the upper left; the lower right has the same upside down. */
export const CORNER = { left: 7, top: 14, right: 53, bottom: 116 };

/** How large a pip is. */
export const PIP = 46;

/** Where the pips of a number card lie on the paper; those below the middle stand on their heads. */
export function pips(rank: string): [x: number, y: number][] {
  const [l, m, r] = [88, 125, 162];
  const [top, upper, high, middle, low, lower, foot] = [60, 98, 137, 175, 213, 252, 290];
  const rows: Record<string, [number, number][]> = {
    "2": [[m, top], [m, foot]],
    "3": [[m, top], [m, middle], [m, foot]],
    "4": [[l, top], [r, top], [l, foot], [r, foot]],
    "5": [[l, top], [r, top], [m, middle], [l, foot], [r, foot]],
    "6": [[l, top], [r, top], [l, middle], [r, middle], [l, foot], [r, foot]],
    "7": [[l, top], [r, top], [m, 117], [l, middle], [r, middle], [l, foot], [r, foot]],
    "8": [[l, top], [r, top], [m, 117], [l, middle], [r, middle], [m, 233], [l, foot], [r, foot]],
    "9": [[l, top], [r, top], [l, high], [r, high], [m, middle], [l, low], [r, low], [l, foot], [r, foot]],
    "10": [[l, top], [r, top], [m, upper], [l, high], [r, high], [l, low], [r, low], [m, lower], [l, foot], [r, foot]],
  };
  return rows[rank] ?? [];
}
