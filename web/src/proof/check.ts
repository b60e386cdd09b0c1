// Checks a shoe in this browser: the seed against the commitment, the cards against the order.
import { hexToBytes } from "@noble/hashes/utils.js";
import type { Event } from "$/live/frame.ts";
import { commitment, key, order, seal, type Added } from "./shuffle.ts";

export interface Shoe {
  shoe: number;
  decks: number;
  burned: number;
  commitment: string | null;
  added: Added[];
  seed?: string;
  started: { entry: number };
  ended?: { entry: number };
}

export interface Verdict {
  /** The commitment that the revealed seed gives. */
  worked: string;
  promised: boolean;
  /** Cards that were seen to leave the shoe, and where the first differs. */
  seen: number;
  wrong: { place: number; was: string; should: string } | null;
  order: string[];
}

/** The cards as they left the shoe, from the table's own events; one never turned is null. */
export function dealt(events: Event[], shoe: number): (string | null)[] {
  const cards: (string | null)[] = [];
  const places = new Map<string, number>();
  let current = 0;
  for (const event of events) {
    if (event.type === "shoe_started") current = Number(event["shoe"]);
    if (current !== shoe) continue;
    if (event.type === "bets_opened") places.clear();
    if (event.type === "card_dealt" && !event["ready"]) {
      places.set(place(event, places), cards.length);
      cards.push((event["card"] as string | undefined) ?? null);
    }
    if (event.type === "card_turned") {
      const at = places.get(`${String(event["hand"])}${Number(event["number"])}`);
      if (at !== undefined) cards[at] = String(event["card"]);
    }
  }
  return cards;
}

function place(event: Event, places: Map<string, number>): string {
  const hand = String(event["hand"]);
  let number = 1;
  while (places.has(`${hand}${number}`)) number += 1;
  return `${hand}${number}`;
}

export interface Seals {
  /** Cards that lay face down and were turned. */
  opened: number;
  /** Cards that still lie face down, or were never turned. */
  closed: number;
  /** The first card that is not the one that was sealed. */
  wrong: { hand: string; number: number; card: string } | null;
}

/** Opens the seal of every card of a shoe that lay face down and was turned; no seed is needed. */
export function openSeals(events: Event[], shoe: number): Seals {
  const found: Seals = { opened: 0, closed: 0, wrong: null };
  const sealed = new Map<string, string>();
  let current = 0;
  for (const event of events) {
    if (event.type === "shoe_started") current = Number(event["shoe"]);
    if (current !== shoe) continue;
    const [hand, number] = [String(event["hand"]), Number(event["number"])];
    if (event.type === "bets_opened") {
      found.closed += sealed.size;
      sealed.clear();
    }
    if (event.type === "card_dealt" && event["seal"]) sealed.set(`${hand}${number}`, String(event["seal"]));
    if (event.type === "card_turned") {
      const said = sealed.get(`${hand}${number}`);
      if (said === undefined) continue;
      sealed.delete(`${hand}${number}`);
      found.opened += 1;
      const card = String(event["card"]);
      if (seal(card, String(event["salt"] ?? "")) !== said) found.wrong ??= { hand, number, card };
    }
  }
  found.closed += sealed.size;
  return found;
}

export function check(shoe: Shoe, seen: (string | null)[]): Verdict {
  const seed = hexToBytes(shoe.seed ?? "");
  const worked = commitment(seed);
  const cards = order(key(seed, shoe.added), shoe.decks);
  const at = seen.findIndex((card, index) => card !== null && card !== cards[shoe.burned + index]);
  return {
    worked,
    promised: worked === shoe.commitment,
    seen: seen.length,
    wrong: at < 0 ? null : { place: at + 1, was: seen[at] ?? "", should: cards[shoe.burned + at] ?? "" },
    order: cards,
  };
}
