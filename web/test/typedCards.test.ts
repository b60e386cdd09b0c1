import { describe, expect, it } from "vitest";
import { read, type } from "../src/staff/typedCards.ts";
import { byKey, moved } from "../src/staff/reorder.ts";
import type { Game } from "$/game/game.ts";
import { payingOrder, stacks } from "../src/game/payments.ts";

function typed(keys: string[]): string[] {
  const cards: string[] = [];
  let begun = "";
  for (const key of keys) {
    const next = type(begun, key);
    begun = next.begun;
    if (next.card) cards.push(next.card);
  }
  return cards;
}

describe("cards by keyboard", () => {
  it("takes two keys a card, in either case", () => {
    expect(typed([..."9skdAhtc"])).toEqual(["9s", "Kd", "Ah", "Tc"]);
  });

  it("reads a ten as T, 0 or 10", () => {
    expect(typed([..."th0h10h"])).toEqual(["Th", "Th", "Th"]);
  });

  it("lets a rank be typed anew, or taken back", () => {
    expect(typed([..."97s"])).toEqual(["7s"]);
    expect(typed(["9", "Backspace", "s", "2", "s"])).toEqual(["2s"]);
    expect(typed(["1", "9", "s"])).toEqual(["9s"]);
  });

  it("leaves other keys to others", () => {
    expect(type("", "Enter").taken).toBe(false);
    expect(type("", "s").taken).toBe(false);
    expect(type("", "r").taken).toBe(false);
    expect(type("", "Backspace").taken).toBe(false);
  });

  it("reads a line as a scanner or a person writes it", () => {
    expect(read("9s 10d, kc")).toEqual(["9s", "Td", "Kc"]);
    expect(read("9s 11d")).toBeNull();
    expect(read(" ")).toEqual([]);
  });
});

describe("reordering", () => {
  it("moves one and keeps the others in their order", () => {
    expect(moved([..."abcd"], 0, 2)).toEqual([..."bcad"]);
    expect(moved([..."abcd"], 3, 0)).toEqual([..."dabc"]);
    expect(moved([..."abcd"], 1, 9)).toEqual([..."acdb"]);
    expect(moved([..."abcd"], 7, 0)).toEqual([..."abcd"]);
  });

  it("goes by arrows, Home and End", () => {
    expect(byKey("ArrowLeft", 2, 4)).toBe(1);
    expect(byKey("ArrowLeft", 0, 4)).toBe(0);
    expect(byKey("End", 0, 4)).toBe(3);
    expect(byKey("x", 0, 4)).toBeNull();
  });
});

const bet = (id: string, box: number, kind: string, standing = false) => ({ id, player: id, box, bet: kind, amount: "100.00", standing });
const result = (id: string, outcome: "win" | "lose" | "push" | "returned") => ({ id, outcome, in_action: "100.00", profit: "0.00", back: "0.00", rules: [] });

const game = { bets: [{ key: "player", main: true }, { key: "banker", main: true }, { key: "tie", main: false }], bank: { order: ["player", "banker", "tie"] } } as unknown as Game;

describe("paying", () => {
  it("collects first, then pays box by box, who stands last", () => {
    const bets = { a: bet("a", 3, "banker"), b: bet("b", 1, "banker", true), c: bet("c", 1, "banker"), d: bet("d", 2, "player") };
    const order = payingOrder([result("a", "win"), result("b", "win"), result("c", "win"), result("d", "lose")], bets, game, null);
    expect(order.map((each) => [each.bet.id, each.act])).toEqual([["d", "collect"], ["c", "pay"], ["b", "pay"], ["a", "pay"]]);
  });

  it("follows the order of action around a player-dealer", () => {
    const bets = { a: bet("a", 2, "banker"), b: bet("b", 5, "player"), c: bet("c", 3, "player"), d: bet("d", 3, "tie") };
    const order = payingOrder([result("a", "win"), result("b", "lose"), result("c", "lose"), result("d", "lose")], bets, game, { seat: 4, seats: 8 });
    expect(order.map((each) => each.bet.id)).toEqual(["b", "c", "a", "d"]);
  });

  it("hands nothing back a second time", () => {
    const bets = { a: bet("a", 1, "banker"), b: { ...bet("b", 2, "banker"), handed: true } };
    const order = payingOrder([result("a", "returned"), result("b", "returned")], bets, game, null);
    expect(order.map((each) => [each.bet.id, each.act])).toEqual([["a", "return"]]);
  });

  it("breaks amounts into chips, and keeps what no chip pays", () => {
    expect(stacks(113_750, 2)).toEqual({ chips: [{ chip: 1000, count: 1 }, { chip: 100, count: 1 }, { chip: 25, count: 1 }, { chip: 5, count: 2 }, { chip: 1, count: 2 }], rest: 50 });
  });
});
