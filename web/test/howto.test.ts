import { describe, expect, it, test } from "vitest";
import { oddsWords, section, type Game } from "$/game/game.ts";
import { insuredExample } from "$/howto/example.ts";
import { caseOf, type Case } from "$/howto/thirdCard.ts";
import { settings } from "$/settings.svelte.ts";
import vectors from "./vectors.json";

const { play } = vectors;
const all = Array.from({ length: 10 }, (_, at) => at);
/** A hand of two cards with this total, the second of them a king. */
const hand = (total: number): string[] => [`${play.points.find((each) => each.points === total)?.rank}s`, "Kd"];
const card = (points: number): string => `${play.points.find((each) => each.points === points)?.rank}h`;
const said = (found: Case): string =>
  found.of === "natural" ? "stand natural" : found.of === "open" ? "open" : `${found.draws ? "draw" : "stand"} ${found.of}${found.of === "banker" && found.third === null ? "_alone" : ""}`;

describe("the case of the table of play that is lit", () => {
  it("is the server's decision, whatever was dealt", () => {
    for (const player of all)
      for (const banker of all) {
        const first = caseOf(play, { player: hand(player), banker: hand(banker) });
        const wanted = vectors.player[player]?.[banker];
        // Where Player stands the next question is Banker's.
        expect(said(first)).toBe(wanted === "stand player" ? vectors.banker[player]?.[banker]?.[0] : wanted);
        if (wanted !== "draw player") continue;
        for (const third of all) expect(said(caseOf(play, { player: [...hand(player), card(third)], banker: hand(banker) }))).toBe(vectors.banker[player]?.[banker]?.[third + 1]);
      }
  });

  it("is open while nobody can say", () => {
    expect(caseOf(play, { player: [], banker: [] }).of).toBe("open");
    expect(caseOf(play, { player: ["5s", "Kd"], banker: ["5h"] }).of).toBe("open");
    expect(caseOf(play, { player: [null, null], banker: ["5h", "Kd"] }).of).toBe("open");
    expect(caseOf(play, { player: ["5s", "Kd", null], banker: ["5h", "Kd"] }).of).toBe("player");
  });
});

const line = (odds: string, push = false) => ({ when: {}, odds, says: "", reads: "", push, commission: null, rules: [] });
const offer = (player_total: number, odds: string) => ({ stage: "four_cards", player_total, banker_total: 4, odds, reads: "", pays_on_tie: false, rules: [] });
const insuring = (original: string, offers: object[]) => ({ key: `${original}_cover`, name: "Cover", insures: "player", original, offers });
const game = (insurance: object[]): Game =>
  ({
    bets: [
      { key: "sun", name: "Sun", main: true, pays: [line("1:2"), line("1:1")] },
      { key: "moon", name: "Moon", main: true, pays: [line("0:1", true), line("1:1")] },
    ],
    insurance: { bets: insurance, stages: ["four_cards"], rules: {} },
  }) as unknown as Game;

test("an example of insurance covers the bet whole, and tells what is left if it was not needed", () => {
  const found = insuredExample(game([insuring("sun", [offer(6, "3:1")]), insuring("moon", [offer(5, "2:1"), offer(6, "3:2"), offer(7, "4:1")])]), 10);
  expect(found).toMatchObject({ original: { key: "moon" }, bet: 30, cover: 20, pays: 30, wins: 30, offer: { odds: "3:2" } });
  expect(insuredExample(game([insuring("sun", [offer(6, "3:1")])]), 10)).toBeNull();
  expect(insuredExample({ insurance: null } as unknown as Game, 10)).toBeNull();
});

test("odds are read in the language of the browser", () => {
  settings.set({ language: "en" });
  expect(oddsWords("0.95 to 1")).toBe("0.95 to 1");
});

test("a section without a number has the title of the game that is played, and one of another names its game", () => {
  const own = { paragraphs: [{ id: "values", title: "What cards count", gist: "", numbered: false }] } as unknown as Game;
  expect(section("values", own)).toBe("What cards count");
  expect(section("values")).toBe("Values");
  expect(section("own 5.6", own)).toBe("§ 5.6 of own");
});
