import { describe, expect, it, test } from "vitest";
import { draft, draftOf, freeNames, opening, problems, type Draft, type Known } from "$/pit/openTable.ts";
import { Money } from "$/game/money.ts";
import { piecesOf, worth } from "$/staff/pieces.ts";

const plain: Known = { differential: false, insurance: false, faceDown: true, fees: [], main: ["player", "banker"], boxes: 7 };
const bank: Known = { ...plain, fees: ["main", "tie", "player_dealer"] };
const apart: Known = { ...plain, differential: true, insurance: true };
const like = (changes: Partial<Draft>): Draft => ({ ...draft(), ...changes });

test("what is left as it is says only what it must", () => {
  expect(problems(draft(), plain)).toEqual([]);
  const body = opening(draft(), plain);
  expect(body["limits"]).toEqual({ min: "25", max: "5000" });
  expect(Object.keys(body)).not.toContain("fees");
  expect(Object.keys(body)).not.toContain("layout");
});

test("a game with a differential has one instead of a maximum, for the table and for a box", () => {
  const given = like({ scope: "table", insurance: false, by_box: [{ of: "3", min: "100", max: "2000" }], by_bet: [{ of: "tie", min: "", max: "500" }] });
  expect(problems(given, apart)).toEqual([]);
  const body = opening(given, apart);
  expect(body["insurance"]).toBe(false);
  expect(body["limits"]).toEqual({
    min: "25", max_differential: "5000", scope: "table",
    by_box: { 3: { min: "100", max_differential: "2000" } }, by_bet: { tie: { max: "500" } },
  });
});

test("a game that is dealt face up only is never opened face down", () => {
  const given = like({ face_down: true });
  expect(opening(given, plain)["face_down"]).toBe(true);
  expect(opening(given, { ...plain, faceDown: false })["face_down"]).toBe(false);
});

test("fees are those that the game knows, and only where there are some", () => {
  const given = like({ fees: { main: "1", tie: "", player_dealer: "2", other: "9" } });
  expect(opening(given, bank)["fees"]).toEqual({ main: "1", player_dealer: "2" });
  expect(opening(given, plain)["fees"]).toBeUndefined();
});

describe("what the house would refuse is found first", () => {
  it.each([
    [{ unit: "0" }, "unit", "unit"],
    [{ unit: "a" }, "unit", "unit"],
    [{ unit: "5", min: "12", max: "100" }, "min", "amount"],
    [{ min: "500", max: "100" }, "min", "order"],
    [{ float: "1,000" }, "float", "amount"],
    [{ side_min: "50", side_max: "5" }, "side_min", "order"],
    [{ cut: 201 }, "cut", "cards"],
    [{ cut: null }, "cut", "cards"],
    [{ burn: 1.5 }, "burn", "cards"],
    [{ fees: { tie: "-1" } }, "fee tie", "amount"],
    [{ by_bet: [{ of: "tie", min: "", max: "" }] }, "by_bet 0", "empty"],
    [{ by_bet: [{ of: "tie", min: "5", max: "" }, { of: "tie", min: "", max: "9" }] }, "by_bet 1", "twice"],
    [{ by_box: [{ of: "8", min: "5", max: "" }] }, "by_box 0", "box"],
    [{ by_box: [{ of: "2", min: "50", max: "5" }] }, "by_box 0", "order"],
  ] as [Partial<Draft>, string, string][])("%j", (changes, at, fault) => {
    expect(problems(like(changes), bank)).toContainEqual({ at, fault });
  });

  it("knows that a hand has no maximum where the differential counts", () => {
    const given = like({ by_bet: [{ of: "banker", min: "5", max: "900" }] });
    expect(problems(given, apart)).toEqual([{ at: "by_bet 0", fault: "stranger" }]);
  });
});

describe("what is known of an opening", () => {
  it("becomes what was typed, and the same opening again", () => {
    const known: Known = { differential: true, insurance: true, faceDown: true, fees: ["main"], main: ["player", "banker"], boxes: 9 };
    const given: Draft = {
      ...draft("insurance"), layout: "bean-9", decks: 6, shoe: "manual", float: "500", face_down: true, min: "10", max: "900", unit: "0.5", cut: 20, burn: 3,
      insurance: false, side_min: "5", side_max: "50", scope: "table", fees: { main: "1" }, by_bet: [{ of: "tie", min: "5", max: "80" }], by_box: [{ of: "3", min: "", max: "700" }],
    };
    const { do: _, ...fields } = opening(given, known);
    expect(draftOf(fields)).toEqual(given);
    expect(opening(draftOf(fields), known)).toEqual({ do: "open_table", ...fields });
  });

  it("is the usual one where nothing is said, as the house has it", () => {
    const found = draftOf({ game: "classic", limits: { min: "5", max: null } });
    expect([found.min, found.max, found.float, found.insurance, found.cut]).toEqual(["5", "", "0", true, 14]);
  });
});

describe("many tables", () => {
  it("get names that are free", () => {
    expect(freeNames("t", 3, ["t2", "t5"])).toEqual(["t1", "t3", "t4"]);
    expect(freeNames("t", 0, [])).toEqual([]);
  });
});

describe("chips counted by denomination", () => {
  it("are read as people write them", () => {
    expect(piecesOf(" 100×20, 25x4;5*1 25X1 ")).toEqual({ "100": 20, "25": 5, "5": 1 });
    expect(piecesOf("")).toEqual({});
    for (const wrong of ["100", "100x", "x5", "100x-1", "1e3x2", "100×2.5"]) expect(piecesOf(wrong)).toBeNull();
  });

  it("are worth their sum", () => {
    expect(worth(new Money(), { "100": 2, "0.5": 3 })).toBe(20_150);
    expect(worth(new Money(), { "0.005": 3 })).toBeNaN();
  });
});
