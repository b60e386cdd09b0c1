import { beforeAll, describe, expect, it, test, vi } from "vitest";
import { settings } from "$/settings.svelte.ts";
import { codes } from "$/i18n/refusals.zh.ts";
import { events, reason, tell } from "$/i18n/events.zh.ts";
import { happened, incidents } from "$/i18n/journal.zh.ts";
import { condition, explain, pays } from "$/i18n/explanations.zh.ts";
import { refusalDetail, sayEvent, sayRefusal } from "$/i18n/serverText.svelte.ts";
import { zh } from "$/i18n/zh.ts";
import vectors from "./vectors.json";

const { said } = vectors;
const show = (amount: string): string => amount;
const told = (type: string, fields: object): string | null => tell({ type, ...fields }, show);
const chinese = /\p{Script=Han}/u;
const speak = (language: "en" | "zh"): void => settings.set({ language });

beforeAll(() => speak("zh"));

describe("all that the server says in English has Chinese", () => {
  test.each([
    ["codes", said.codes, codes],
    ["pay lines", said.pays, pays],
    ["incidents", said.incidents, incidents],
    ["happenings", said.happened, happened],
  ] as [string, string[], Record<string, string>][])("%s", (_, words, book) => {
    expect(words.filter((word) => !chinese.test(book[word] ?? ""))).toEqual([]);
  });

  it("has no Chinese for a pay line that is gone", () => {
    expect(Object.keys(pays).toSorted()).toEqual(said.pays.toSorted());
  });

  it("tells every type of event, even one with nothing in it", () => {
    expect(Object.keys(events).toSorted()).toEqual(said.events.toSorted());
    expect(said.events.filter((type) => !chinese.test(tell({ type }, show) ?? ""))).toEqual([]);
  });

  it("names every kind of happening", () => {
    const names: Record<string, string> = zh;
    expect(said.kinds.filter((kind) => !chinese.test(names[`kind.${kind}`] ?? ""))).toEqual([]);
  });

  test.each(said.whys)("%s", (why) => {
    expect(explain(why)).toMatch(chinese);
    expect(explain(why).replace("pat ", "")).not.toMatch(/[A-Za-z]{2}/);
  });
});

test("an event is told by its fields", () => {
  expect(told("card_dealt", { hand: "player", number: 3, card: "9s", ready: false })).toBe("闲家第三张牌：9♠");
  expect(told("round_voided", { round: 4, reason: "foreign_card", returned: { ann: "5.00" } })).toBe("第 4 局作废（发现不属于牌靴的牌）；退回：ann 5.00");
  expect(told("round_settled", { settlement: { id: 7, result: "banker", player: { total: 3 }, banker: { total: 6 }, net: { ann: "-5.00" } } })).toBe("第 7 局结算：庄赢，6 比 3。净额：ann -5.00");
  expect(told("round_voided", { round: 4, reason: "塔罗牌", kind: "foreign_card", returned: {}, shoe_out: true })).toBe("第 4 局作废（发现不属于牌靴的牌：塔罗牌）；退回：无投注；此靴停用");
  expect(told("irregularity_reported", { round: 4, kind: "foreign_card", does: "void", waits_for: "pit_supervisor", text: "红背" })).toBe("第 4 局报告：发现不属于牌靴的牌：红背；牌局暂停，由监场确认或驳回");
  expect(told("irregularity_reported", { round: 4, kind: "not_shuffled", does: "void", shoe_out: true })).toBe("第 4 局报告：牌未洗；此靴停用");
  expect(told("report_dismissed", { kind: "foreign_card", reason: "污渍" })).toBe("发现不属于牌靴的牌的报告不成立（污渍）；继续进行");
  expect(told("round_corrected", { round: 4, reason: "void", text: "录像", changes: {}, owed: { ann: "5.00" }, handed_back: ["i1"] })).toBe("已赔付的第 4 局更正（作废：录像）：无变动；尚欠：ann 5.00；退回保险：i1");
  expect(told("cards_reconstructed", { cards: ["9s"], reason: "录像" })).toBe("牌已复原：9♠（录像）");
  expect(told("moon_rises", {})).toBeNull();
});

test("what a person wrote stays as written", () => {
  expect(reason("the dealer sneezed")).toBe("the dealer sneezed");
  expect(condition("all cards are red")).toBe("all cards are red");
  expect(explain("The moon is full. Nobody knows why.")).toBe("The moon is full. Nobody knows why.");
});

test("a refusal is Chinese, with the server's words beside it, and English in English", () => {
  const refusal = { code: "insufficient_balance", message: "ann has 5.00" };
  expect([sayRefusal(refusal), refusalDetail(refusal)]).toEqual(["筹码不足。", "ann has 5.00"]);
  expect(sayRefusal(refusal, true)).toBe("筹码不足。（ann has 5.00）");
  expect(sayRefusal({ code: "new", message: "what is this" })).toBe("what is this");
  speak("en");
  expect([sayRefusal(refusal), refusalDetail(refusal)]).toEqual(["ann has 5.00", ""]);
  speak("zh");
});

describe("what was meant for another round", () => {
  test.each(said.late)("%s", (message) => {
    const refusal = { code: "too_late", message };
    expect(sayRefusal(refusal)).toMatch(/^第 \d+ 局(已结束|尚未开始)：(没有下注，筹码未动|没有撤回任何投注)。$/);
    expect(sayRefusal(refusal)).toContain(/\d+/.exec(message)?.[0]);
    expect(refusalDetail(refusal)).toBe(message);
    speak("en");
    expect(sayRefusal(refusal)).toBe(message);
    speak("zh");
  });

  it("is told from what else is too late", () => {
    expect(said.late).toHaveLength(4);
    expect(sayRefusal({ code: "too_late", message: "the card is dealt" })).toBe("已经太晚。");
  });
});

describe("why play stands still", () => {
  test.each(said.held)("%s", (message) => {
    const told = sayRefusal({ code: "wrong_phase", message });
    expect(told).toMatch(chinese);
    expect(told).not.toBe(codes["wrong_phase"]);
    expect(told.replace("ann ", "")).not.toMatch(/[A-Za-z_]{2}/);
  });

  it("names who decides and what was reported", () => {
    expect(said.held).toHaveLength(6);
    expect(sayRefusal({ code: "wrong_phase", message: "the report of foreign_card waits for the pit supervisor to decide" })).toBe("牌局暂停：发现不属于牌靴的牌，待监场决定。");
  });
});

const tells = () => sayEvent({ type: "round_interrupted" }, "Play is interrupted", show);

test("events come in the language of the browser once its book is here", async () => {
  await vi.waitFor(() => expect(tells()).toBe("牌局中断"));
  speak("en");
  expect(tells()).toBe("Play is interrupted");
  speak("zh");
});
