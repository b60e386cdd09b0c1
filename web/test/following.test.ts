// What the report's window says of each kind: as the table stands, and not as the procedure is in general.
import { expect, test } from "vitest";
import type { Procedure } from "$/game/game.ts";
import { asTheyLie, dealtTo } from "$/staff/asTheyLie.ts";
import { following } from "$/staff/following.ts";
import type { StaffState } from "$/staff/state.ts";
import { nextHand } from "$/staff/tableau.ts";

const does = (what: string, otherwise: string | null = null): Procedure => ({ does: what, otherwise, options: "never", decides: "dealer", rule: null });
const KINDS: Record<string, Procedure> = {
  foreign_card: does("void"),
  insufficient_cards: does("void"),
  wrong_number_of_cards: does("reconstruct", "void"),
  wrong_hand: does("reconstruct", "continue"),
  exposed_card: does("reconstruct_or_next_round"),
  dealt_face_up: does("continue"),
  simultaneous_cards: does("decide_order"),
  insurance_not_offered: does("return_original"),
  other: does("ruling"),
};

function table(phase: string, cards: string[] = [], paid = false): StaffState {
  const next = paid ? [{ do: "report", said: { say: "steps.misdealt", with: {} } }] : [];
  return { phase, next, shoe: { number: 1 }, cards: { player: cards, banker: [] } } as unknown as StaffState;
}

function all(state: StaffState, named = 0): Record<string, string> {
  return Object.fromEntries(Object.entries(KINDS).map(([kind, procedure]) => [kind, following(kind, procedure, state, named)]));
}

test("between rounds nothing is void: the shoe, the round just paid, the next round, or nothing", () => {
  const idle = { foreign_card: "shoe", insufficient_cards: "noted", wrong_hand: "noted", dealt_face_up: "noted", simultaneous_cards: "noted", insurance_not_offered: "noted", other: "procedure" };
  expect(all(table("idle", [], true), 1)).toEqual({ ...idle, wrong_number_of_cards: "resettled", exposed_card: "next_round" });
  expect(all(table("idle"))).toEqual({ ...idle, wrong_number_of_cards: "noted", exposed_card: "noted" });
});

test("while bets are open no hand can have gone wrong yet", () => {
  expect(all(table("betting"))).toMatchObject({ foreign_card: "procedure", exposed_card: "procedure", simultaneous_cards: "procedure", wrong_hand: "not_now", wrong_number_of_cards: "not_now", dealt_face_up: "not_now" });
});

test("while cards are dealt each does what its procedure says; a choice or an interruption leaves what voids", () => {
  expect(new Set(Object.values(all(table("dealing", ["9s"]))))).toEqual(new Set(["procedure"]));
  expect(all(table("dealing"))["dealt_face_up"]).toBe("not_now");
  for (const phase of ["options", "interrupted"]) {
    const now = all(table(phase, ["9s"]));
    expect(Object.keys(now).filter((kind) => now[kind] === "procedure")).toEqual(["foreign_card", "insufficient_cards", "insurance_not_offered"]);
  }
});

test("cards that are played as they lie are named hand by hand, and not where they lie as dealt", () => {
  const dealt = dealtTo({ player: ["2s", "Kc"], banker: ["6d"] });
  expect(dealt.map(({ card }) => card)).toEqual(["2s", "6d", "Kc"]);
  expect(asTheyLie(dealt, dealt)).toEqual({ do: "cannot_reconstruct" });
  const moved = dealt.with(0, { card: "2s", hand: "banker" });
  expect(asTheyLie(moved, dealt)).toEqual({ do: "cannot_reconstruct", player_cards: ["Kc"], banker_cards: ["2s", "6d"] });
  expect(dealtTo({ player: ["2s", null], banker: ["6d"] })).toEqual([]);
});

test("after that the next cards go where one is missing", () => {
  expect(nextHand({ player: [], banker: ["2s"] })).toBe("player");
  expect(nextHand({ player: [], banker: ["2s", "6d"] })).toBe("player");
  expect(nextHand({ player: ["Kc"], banker: ["2s", "6d"] })).toBe("player");
  expect(nextHand({ player: ["2s", "6d"], banker: [] })).toBe("banker");
});
