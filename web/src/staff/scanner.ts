// Scanners that write cards in their own way: a map from what they type to cards, a line for each pattern.
import { read } from "./typedCards.ts";

export interface Rule {
  pattern: RegExp;
  /** A card, or a pattern's groups in it: "$1$2". */
  card: string;
}

/** Read a map: "^CARD-(10|[A2-9JQK])([CDHS])$ = $1$2" on each line. The number of a line that cannot be read is among `wrong`. */
export function rules(text: string): { rules: Rule[]; wrong: number[] } {
  const found: Rule[] = [];
  const wrong: number[] = [];
  for (const [at, line] of text.split("\n").entries()) {
    if (!line.trim()) continue;
    const cut = line.lastIndexOf("=");
    const card = line.slice(cut + 1).trim();
    try {
      if (cut < 1 || (!card.includes("$") && read(card)?.length !== 1)) throw new Error("no card");
      found.push({ pattern: new RegExp(`^(?:${line.slice(0, cut).trim()})$`, "i"), card });
    } catch {
      wrong.push(at + 1);
    }
  }
  return { rules: found, wrong };
}

/** The card that a scanner means; null where no line of the map fits. */
export function scanned(text: string, map: Rule[]): string | null {
  for (const { pattern, card } of map) {
    if (!pattern.test(text)) continue;
    const cards = read(text.replace(pattern, card));
    if (cards?.length === 1) return cards[0] ?? null;
  }
  return null;
}

/** Between two keys of a scanner there is less time than a hand takes. */
export const GAP_MS = 45;

/** Keys that come faster than a hand types are held together: a scanner's whole text, or else single keys. */
export class ScanBuffer {
  #held = "";
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #map: () => Rule[];
  readonly #take: (card: string) => void;
  readonly #pass: (key: string) => void;

  constructor(map: () => Rule[], take: (card: string) => void, pass: (key: string) => void) {
    this.#map = map;
    this.#take = take;
    this.#pass = pass;
  }

  /** Hold a key if there is a map; true if it is held, or ended a scanner's text. */
  key(key: string): boolean {
    if (!this.#map().length) return false;
    if (key === "Enter" && this.#held.length > 1) {
      this.#end();
      return true;
    }
    // A space by itself is a word of the dealer's.
    if (key.length !== 1 || (key === " " && !this.#held)) return false;
    this.#held += key;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#end(), GAP_MS);
    return true;
  }

  #end(): void {
    clearTimeout(this.#timer);
    const text = this.#held;
    this.#held = "";
    const card = scanned(text, this.#map());
    if (card) this.#take(card);
    else for (const key of text) this.#pass(key);
  }
}
