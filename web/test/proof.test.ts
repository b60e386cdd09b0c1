import { readFileSync } from "node:fs";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import { expect, test } from "vitest";
import type { Event } from "$/live/frame.ts";
import { openSeals } from "$/proof/check.ts";
import { commitment, key, order, seal, type Added } from "$/proof/shuffle.ts";

const text = (said: string): Uint8Array => new TextEncoder().encode(said);

test.each([
  ["", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"],
  ["abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"],
  [
    "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
    "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
  ],
  ["a".repeat(1_000_000), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"],
])("SHA-256 as the standard's examples have it", (said, digest) => {
  expect(bytesToHex(sha256(text(said)))).toBe(digest);
});

test("every length around a block agrees with Node's own", async () => {
  const { createHash } = await import("node:crypto");
  for (let length = 0; length < 200; length += 1) {
    const data = Uint8Array.from({ length }, (_, at) => (at * 7) & 255);
    expect(bytesToHex(sha256(data))).toBe(createHash("sha256").update(data).digest("hex"));
  }
});

interface Vector {
  [name: string]: string;
}

/** The vectors of docs/shuffle.md, read from the page itself. */
function vectors(): Vector[] {
  const page = readFileSync(new URL("../../docs/shuffle.md", import.meta.url), "utf8");
  return page
    .split(/^### Vector /m)
    .slice(1)
    .map((part) => Object.fromEntries(Array.from(part.matchAll(/^\| ([a-z ]+) \| `?(.*?)`? \|$/gm), (row) => [row[1], row[2]])));
}

function added(said: string): Added[] {
  return Array.from(said.matchAll(/"([^"]*)" "([^"]*)"/g), ([, player = "", given = ""]) => ({ player, text: given }));
}

test("the vectors of the specification", () => {
  expect(vectors()).toHaveLength(4);
  for (const vector of vectors()) {
    const seed = hexToBytes(vector["seed"] ?? "");
    expect(commitment(seed)).toBe(vector["commitment"]);
    const from = key(seed, added(vector["entropy"] ?? ""));
    expect(bytesToHex(from)).toBe(vector["key"]);
    const cards = order(from, Number(vector["decks"]));
    expect(cards.slice(0, 8).join(" ")).toBe(vector["first cards"]);
    expect(bytesToHex(sha256(text(cards.join(" "))))).toBe(vector["order"]);
  }
});

/** The seals of docs/shuffle.md, read from the page itself. */
function seals(): Vector[] {
  const page = readFileSync(new URL("../../docs/shuffle.md", import.meta.url), "utf8");
  return page
    .split(/^### Seal /m)
    .slice(1)
    .map((part) => Object.fromEntries(Array.from(part.split(/^##+ /m)[0]?.matchAll(/^\| ([a-z ]+) \| `?(.*?)`? \|$/gm) ?? [], (row) => [row[1], row[2]])));
}

test("the seals of the specification", () => {
  expect(seals()).toHaveLength(2);
  for (const vector of seals()) expect(seal(vector["card"] ?? "", vector["salt"] ?? "")).toBe(vector["seal"]);
});

const SALT = "00112233445566778899aabbccddeeff";
const said = (type: string, more: Record<string, unknown> = {}): Event => ({ type, ...more }) as unknown as Event;
const down = (hand: string, number: number, card: string): Event =>
  said("card_dealt", { hand, number, ready: false, seal: seal(card, SALT) });
const turned = (hand: string, number: number, card: string): Event => said("card_turned", { hand, number, card, salt: SALT });

test("a card that lay face down is the one that was sealed, or is named", () => {
  const opening = [said("shoe_started", { shoe: 1 }), said("bets_opened"), down("banker", 1, "9h"), down("banker", 2, "Ts")];
  expect(openSeals(opening, 1)).toEqual({ opened: 0, closed: 2, wrong: null });
  const fair = [...opening, turned("banker", 2, "Ts"), turned("banker", 1, "9h")];
  expect(openSeals(fair, 1)).toEqual({ opened: 2, closed: 0, wrong: null });
  expect(openSeals(fair, 2)).toEqual({ opened: 0, closed: 0, wrong: null });
  const swapped = [...opening, turned("banker", 1, "Ts"), turned("banker", 2, "9h")];
  expect(openSeals(swapped, 1).wrong).toEqual({ hand: "banker", number: 1, card: "Ts" });
  const next = [...opening, turned("banker", 1, "9h"), said("bets_opened"), turned("banker", 2, "2c")];
  expect(openSeals(next, 1)).toEqual({ opened: 1, closed: 1, wrong: null });
});
