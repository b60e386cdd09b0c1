import { describe, expect, it, test } from "vitest";
import { betName, cited, gist, offerRows, oddsRange, section, shortly, totalWords, type BetKind, type Game, type PayLine } from "$/game/game.ts";
import { keysOf, placesOf, printed } from "$/game/places.ts";
import { settings } from "$/settings.svelte.ts";

const line = (when: Record<string, unknown>, odds: string): PayLine => ({ when, odds, says: "", reads: "", push: odds === "0:1", commission: null, rules: [] });
const bet = (key: string, fields: Partial<BetKind>): BetKind => ({ key, name: key, main: false, backs: null, fee: null, limits: "side", pays: [], loses: [], ...fields });
const heart = bet("heart", { main: true, backs: "banker", pays: [line({ winner: "banker", banker_total: 6 }, "1:2"), line({ winner: "banker" }, "1:1"), line({ winner: "tie" }, "0:1")] });
const moon = bet("moon", { main: true, backs: "player", pays: [line({ winner: "player" }, "1:1")] });
const even = bet("even", { backs: "tie", pays: [line({ winner: "tie" }, "8:1")] });
const seven = bet("seven", { pays: [line({ winner: "banker", banker_total: 7 }, "40:1")] });
const sides = (count: number): BetKind[] => Array.from({ length: count }, (_, at) => bet(`side_${at}`, { pays: [line({ natural: true }, "2:1")] }));
const game = (bets: BetKind[]): Game => ({ bets, insurance: null, paragraphs: [{ id: "stars", title: "Stars", titles: { zh: "星" }, gist: "They shine.", gists: { zh: "发光。" }, numbered: false }] }) as unknown as Game;
const all = (bets: BetKind[]): string[] => bets.map(({ key }) => key);

describe("places", () => {
  it("puts the hands at their sides and a tie between them, whatever they are called", () => {
    const found = placesOf(game([heart, seven, even, moon]), ["heart", "seven", "even", "moon"]);
    expect([all(found.front), all(found.side)]).toEqual([["moon", "even", "heart"], ["seven"]]);
    expect(keysOf(found)).toEqual({ moon: "p", even: "t", heart: "b", seven: "q" });
  });

  it("gives a key to a bet that is called as something every object has", () => {
    const odd = [bet("constructor", { pays: [line({ natural: true }, "2:1")] })];
    expect(Object.values(keysOf(placesOf(game(odd), all(odd))))).toEqual(["q"]);
  });

  it("has none for a bet that the table does not take, and none before the game has come", () => {
    expect(all(placesOf(game([heart, seven]), ["seven"]).side)).toEqual(["seven"]);
    expect(placesOf(null, ["seven"])).toEqual({ front: [], side: [] });
  });

  it.each([1, 6, 13, 40])("gives each of %i side bets a key of its own, and none that does something else", (count) => {
    const bets = [moon, even, heart, ...sides(count)];
    const keys = Object.values(keysOf(placesOf(game(bets), all(bets))));
    expect(keys).toHaveLength(count + 3);
    expect(new Set(keys).size).toBe(count + 3);
    expect(keys.filter((key) => !key || "ucrd1234567".includes(key))).toEqual([]);
  });

  it("uses the letter of a hand for another bet where no bet is on that hand", () => {
    const bets = [...sides(22)];
    expect(Object.values(keysOf(placesOf(game(bets), all(bets))))).toContain("b");
  });

  it("prints a key with shift as such", () => expect([printed("q"), printed("shift+q")]).toEqual(["Q", "⇧Q"]));
});

test("odds are all told where there is room, else the least and the most", () => {
  expect(oddsRange(heart)).toBe("1:2 / 1:1");
  expect(oddsRange(bet("many", { pays: ["4:1", "30:1", "1:1", "0:1"].map((odds) => line({}, odds)) }))).toBe("1:1 – 30:1");
});

test("totals are read as people read them", () => {
  expect([totalWords([4]), totalWords([1, 2, 3]), totalWords([1, 4])]).toEqual(["4", "1–3", "1, 4"]);
});

test("names come in the language of the browser, else in English, else from the key", () => {
  const named = game([bet("dragon_7", { name: "Dragon 7", names: { zh: "龙七" }, short: "D7" })]);
  settings.set({ language: "zh" });
  expect([betName(named, "dragon_7"), shortly(named.bets[0] as BetKind), gist(named, "stars")]).toEqual(["龙七", "龙七", "发光。"]);
  settings.set({ language: "en" });
  expect([betName(named, "dragon_7"), shortly(named.bets[0] as BetKind), betName(named, "other_bet"), betName(null, "x")]).toEqual(["Dragon 7", "D7", "other bet", "x"]);
  expect(gist(named, "sun")).toBeNull();
  expect(cited(named, "5.1")).toBe("§ 5.1");
  expect([section("5.12.3"), section("tiger 5.6")]).toEqual(["§ 5.12.3", "§ 5.6 of tiger"]);
});

const cell = (player_total: number, banker_total: number, odds: string) => ({ stage: "four_cards", player_total, banker_total, odds, reads: odds.replace(":", " to "), pays_on_tie: false, rules: [] });

test("cells of insurance with the same odds stand in one row", () => {
  const rows = offerRows([cell(6, 4, "3:1"), cell(6, 5, "3:1"), cell(7, 4, "3:1"), cell(7, 5, "3:1"), cell(7, 6, "4:1")]);
  expect(rows.map(({ player, banker, odds }) => [player, banker, odds])).toEqual([[[6, 7], [4, 5], "3:1"], [[7], [6], "4:1"]]);
});
