// Every step of every game as the dealer's console writes it, in each language: no key and no {name} is left.
import { beforeAll, expect, test } from "vitest";
import { catalogues } from "$/i18n/catalogues.svelte.ts";
import { languages } from "$/i18n/languages.ts";
import { settings } from "$/settings.svelte.ts";
import type { CommandName, NextStep } from "$/live/frame.ts";
import type { StaffState } from "$/staff/state.ts";
import { call, due, given, label, reason } from "$/staff/steps.ts";
import { offered } from "$/dealer/insuranceStep.ts";
import vectors from "./steps-vectors.json";
import wire from "../../tests/data/wire_names.json";

interface Vector {
  game: string;
  stage: string;
  state: StaffState;
}
const RAW = /[{}]|[a-z]_[a-z]|undefined|\bnull\b|NaN/;

beforeAll(async () => {
  for (const language of Object.keys(languages)) await catalogues.load(language);
});

test.each(Object.keys(languages))("steps in %s", (language) => {
  settings.set({ language });
  for (const { game, stage, state } of vectors as unknown as Vector[]) {
    for (const step of state.next as NextStep[]) {
      const written = [label(step.do), label(step.do, step.role), call(step, state), reason(step, state)];
      for (const text of written) expect(text, `${game}, ${stage}, ${step.do}`).not.toMatch(RAW);
      expect(label(step.do, step.role)).not.toBe("");
    }
  }
});

test("what is due is the first step, never a report except for an empty shoe, and never a patron's choice", () => {
  for (const { stage, state } of vectors as unknown as Vector[]) {
    const first = due(state.next);
    expect(first, stage).toBeDefined();
    if (first?.do === "report") expect(first.said?.say).toBe("steps.shoe_empty");
    expect(first?.do).not.toBe("choose");
  }
});

test("every command: what Enter gives, what takes a second key, and nothing else is given by a key", () => {
  const state = { shoe: { number: 1 } } as unknown as StaffState;
  const by = (how: string) => Object.keys(wire.commands).filter((each) => given(each as CommandName, "dealer", state) === how).toSorted();
  expect(by("enter")).toEqual(["close_bets", "close_insurance", "deal", "offer_player_dealer", "open_bets", "reject_excess", "resume", "settle", "turn"]);
  expect(by("second")).toEqual(["close_options", "expose_banker_first", "give_up_player_dealer", "interrupt", "new_shoe"]);
  expect(by("hand").length + 9 + 5).toBe(Object.keys(wire.commands).length);
  // A resumption that voids is no resumption; the first shoe takes nobody's away.
  expect(given("resume", "pit_supervisor", state)).toBe("second");
  expect(given("new_shoe", "dealer", { shoe: null } as unknown as StaffState)).toBe("enter");
});

test("insurance names both hands, those that are not on offer too", () => {
  const game = { insurance: { bets: [{ key: "banker_insurance" }, { key: "player_insurance" }] } };
  expect(offered({ insurance: { banker_insurance: "3:1" } } as never, game as never)).toEqual([["banker_insurance", "3:1"], ["player_insurance", null]]);
});
