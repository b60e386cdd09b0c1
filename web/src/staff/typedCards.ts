// Cards typed by hand or by a scanner: a rank, then a suit. Everything else is for somebody else.
const SUITS: Record<string, string> = { c: "c", d: "d", h: "h", s: "s", "♣": "c", "♦": "d", "♥": "h", "♠": "s" };
const RANKS = "A23456789TJQK";

/** A scanner ends its line with Enter right after the card: that is no word of the dealer's. */
export const SCANNER_MS = 300;

export interface Typed {
  /** What has been typed of a card: "", "T", or "1" while a ten is being spelled. */
  begun: string;
  card: string | null;
  /** Whether the key was taken. */
  taken: boolean;
}

export function type(begun: string, key: string): Typed {
  const letter = key.toUpperCase();
  const suit = SUITS[key.toLowerCase()];
  if (begun === "1") {
    if (key === "0") return { begun: "T", card: null, taken: true };
    // "1h" is how some scanners spell an ace.
    if (suit) return { begun: "", card: `A${suit}`, taken: true };
  } else if (begun && suit) {
    return { begun: "", card: begun + suit, taken: true };
  }
  if (key === "Backspace" || key === "Escape") return { begun: "", card: null, taken: begun !== "" };
  if (key === "0") return { begun: "T", card: null, taken: true };
  if (key === "1") return { begun: "1", card: null, taken: true };
  if (key.length === 1 && RANKS.includes(letter)) return { begun: letter, card: null, taken: true };
  return { begun, card: null, taken: false };
}

/** Read cards from a line such as "9s 10d kc"; null where something is no card. */
export function read(text: string): string[] | null {
  const words = text.trim().split(/[\s,]+/).filter(Boolean);
  const cards = words.map((word) => {
    const found = /^(10|[a2-9tjqk])([cdhs])$/i.exec(word);
    if (!found) return null;
    const rank = (found[1] ?? "").toUpperCase();
    return (rank === "10" ? "T" : rank) + (found[2] ?? "").toLowerCase();
  });
  return cards.includes(null) ? null : (cards as string[]);
}
