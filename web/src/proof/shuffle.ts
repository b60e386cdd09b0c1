// The shuffle, written from docs/shuffle.md alone: nothing of the server's word is taken for it.
// Browsers withhold their own SHA-256 from pages on plain HTTP, and a proof must work there too.
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, concatBytes } from "@noble/hashes/utils.js";

export interface Added {
  player: string;
  text: string;
}

const utf8 = new TextEncoder();

function u32(n: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, n);
  return bytes;
}

const sized = (data: Uint8Array): Uint8Array => concatBytes(u32(data.length), data);
const tag = (name: string): Uint8Array => utf8.encode(`croupier.shuffle.1.${name}\0`);

export function commitment(seed: Uint8Array): string {
  return bytesToHex(sha256(concatBytes(tag("commitment"), seed)));
}

export function key(seed: Uint8Array, added: Added[]): Uint8Array {
  const texts = added.flatMap((each) => [sized(utf8.encode(each.player)), sized(utf8.encode(each.text))]);
  return sha256(concatBytes(tag("key"), sized(seed), u32(added.length), ...texts));
}

function* words(from: Uint8Array): Generator<number> {
  for (let counter = 0; ; counter += 1) {
    const block = sha256(concatBytes(tag("stream"), from, u32(counter)));
    for (let at = 0; at < 32; at += 2) yield (block[at] as number) * 256 + (block[at + 1] as number);
  }
}

/** The cards in the order in which they leave the shoe. */
export function order(from: Uint8Array, decks: number): string[] {
  const deck = [..."cdhs"].flatMap((suit) => [..."A23456789TJQK"].map((rank) => rank + suit));
  const cards = Array.from({ length: decks }, () => deck).flat();
  const stream = words(from);
  const next = (): number => stream.next().value as number;
  for (let i = cards.length - 1; i > 0; i -= 1) {
    const n = i + 1;
    const limit = Math.floor(65_536 / n) * n;
    let word = next();
    while (word >= limit) word = next();
    const j = word % n;
    [cards[i], cards[j]] = [cards[j] as string, cards[i] as string];
  }
  return cards;
}

/** The seal of a card that was dealt face down; its salt is shown with it when it is turned. */
export function seal(card: string, salt: string): string {
  return bytesToHex(sha256(concatBytes(utf8.encode("croupier.card.1.seal\0"), sized(utf8.encode(salt)), utf8.encode(card))));
}
