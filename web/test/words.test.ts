import { beforeAll, describe, expect, it, test } from "vitest";
import { catalogues } from "$/i18n/catalogues.svelte.ts";
import { describe as about, languages, wanted } from "$/i18n/languages.ts";
import { Catalogue, render, type Topics, type Value } from "$/i18n/render.ts";
import { sayHappened, sayReason, sayRefusal, sayTold, sayVoided } from "$/i18n/serverText.svelte.ts";
import { locale, say, sayName } from "$/i18n/text.svelte.ts";
import { settings } from "$/settings.svelte.ts";
import vectors from "./words-vectors.json";

const files = import.meta.glob<Record<string, string>>("$words/*/*.json", { eager: true, import: "default" });

/** All of a language, the server's sentences among it. */
function whole(language: string): Topics {
  const its = Object.entries(files).filter(([path]) => path.includes(`/${language}/`));
  return Object.fromEntries(its.map(([path, entries]) => [path.split("/").at(-1)?.replace(".json", "") ?? "", entries]));
}
const english = new Catalogue("en", whole("en"));
const books: Record<string, Catalogue> = Object.fromEntries(Object.keys(languages).map((each) => [each, new Catalogue(each, whole(each), english)]));
const speak = (language: string): void => settings.set({ language });
const tooMuch: Value = { say: "plain.text", with: { text: { list: [{ amount: "1250.50" }, { name: "hand", of: "banker" }], join: "and" } } };

describe("a sentence is written as the server writes it", () => {
  test.each(Object.entries(books))("%s", (language, book) => {
    for (const vector of vectors) {
      const written = render(vector.value as unknown as Value, book, (amount) => `$${amount}`);
      expect(written).toBe((vector as unknown as Record<string, string>)[language]);
    }
  });

  it("can be written in every language", () => {
    for (const [language, book] of Object.entries(books))
      for (const [topic, entries] of Object.entries(whole(language)))
        for (const entry of Object.keys(entries)) expect(() => book.pattern(`${topic}.${entry}`), `${language} ${topic}.${entry}`).not.toThrow();
  });
});

describe("languages", () => {
  it("are the folders, each called in its own words", () => {
    expect(Object.entries(languages).map(([code, { name }]) => [code, name])).toEqual([
      ["en", "English"],
      ["zh", "简体中文"],
      ["zh-Hant", "繁體中文"],
    ]);
    expect([wanted("zh-CN"), wanted("zh"), wanted("zh-SG"), wanted("pt-BR"), wanted("")]).toEqual(["zh", "zh", "zh", "en", "en"]);
    expect(["zh-TW", "zh-HK", "zh-MO", "zh-Hant", "zh-Hant-CN"].map(wanted)).toEqual(Array(5).fill("zh-Hant"));
    expect([about("zh").lang, about("zh-Hant").lang]).toEqual(["zh-Hans", "zh-Hant"]);
  });

  it("come when they are asked for, and English is shown until then", async () => {
    speak("zh");
    expect([say("app.close"), locale()]).toEqual(["Close", "zh-CN"]);
    await catalogues.load("zh");
    expect(say("app.close")).toBe("关闭");
    speak("en");
    expect([say("app.close"), locale()]).toEqual(["Close", "en-GB"]);
  });
});

describe("words", () => {
  beforeAll(() => catalogues.load("zh"));

  it("take what they are given", () => {
    expect([say("games.mistakes", { count: 1 }), say("games.mistakes", { count: 2 })].map((each) => each.split(":")[0])).toEqual(["1 mistake", "2 mistakes"]);
    expect(say("bank.banks", { player: "ann", seat: 3 })).toBe("ann banks at seat 3.");
    expect(say("place.mine", { amount: "it's {so}" })).toBe("yours: it's {so}");
    expect(say("info.added", { text: "<b>" })).toBe("Mixed in: “<b>”.");
  });

  it("are the key where nothing has a name", () => {
    expect([sayName("role", "pit_manager"), sayName("role", "moon_keeper"), sayName("role", "x", "y")]).toEqual(["pit manager", "moon keeper", "y"]);
  });

  it("of a refused bet are those of a guest, with the round; whoever bets for others reads the server's", () => {
    const over = { code: "too_late", message: "over", said: { say: "table.round_over", with: {} } };
    expect(sayRefusal({ ...over, do: "place_bet", round: 74 })).toBe("Too late: bets on round 74 were closed; nothing was staked");
    expect(sayRefusal({ ...over, do: "withdraw_bet", round: 74 })).toBe("Too late: bets on round 74 were closed; nothing was taken back");
    expect(sayRefusal({ code: "wrong_phase", message: "not now", do: "increase_bet", round: 3 })).toBe("Too late: bets on round 3 were closed; nothing was staked");
    expect(sayRefusal({ code: "wrong_phase", message: "not now" })).toBe("not now");
    const poor = { code: "insufficient_balance", message: "", said: { say: "table.cannot_afford", with: { player: "ann", has: { amount: "30" }, amount: { amount: "1000.50" } } } };
    expect(sayRefusal({ ...poor, round: 3 })).toBe("You have 30 to bet: 1,000.50 is more than that");
    expect(sayRefusal({ code: "duplicate_bet", message: "", said: { say: "table.bet_twice", with: {} }, round: 3 })).toBe("That bet lies there already");
  });

  it("of the server are shown as it says them in English, and written anew in another language", () => {
    const refusal = { message: "1250.50 and Banker", said: tooMuch };
    expect(sayRefusal(refusal)).toBe("1250.50 and Banker");
    speak("zh");
    expect(sayRefusal(refusal)).toBe("1,250.50和庄");
    expect(sayTold(tooMuch, "", (amount) => `$${amount}`)).toBe("$1250.50和庄");
    expect([sayTold(null, "as it was"), sayTold({ say: "moon.rises", with: {} }, "the moon rises")]).toEqual(["as it was", "the moon rises"]);
    expect(sayTold({ say: "plain.text", with: {} }, "a parameter is missing")).toBe("a parameter is missing");
    speak("en");
  });

  it("of the server name bets and reports in English too, where its own text has their keys", async () => {
    const waits = { say: "table.report_waits", with: { kind: { name: "irregularity", of: "foreign_card" }, role: { name: "role", of: "pit_supervisor" } } };
    const least = { say: "table.below_minimum", with: { amount: { amount: "10.00" }, least: { amount: "25.00" }, bet: { name: "bet", of: "super_six_plus", in: { en: "Super Six Plus" } } } };
    await catalogues.load("en");
    expect(sayTold(waits, "")).toBe('"A card that does not belong there was found" was reported and waits for the pit supervisor to decide');
    expect(sayTold(least, "", (amount) => `$${amount}`)).toBe("$10.00 on Super Six Plus is under this table's minimum of $25.00");
  });

  it("of the house are told from what a person wrote", () => {
    speak("zh");
    expect([sayReason("foreign_card"), sayReason("the table closes"), sayReason("the dealer sneezed")]).toEqual(["发现不属于牌靴的牌", "关桌", "the dealer sneezed"]);
    expect(sayVoided({ reason: "塔罗牌", kind: "foreign_card" })).toBe("发现不属于牌靴的牌（塔罗牌）");
    expect([sayHappened("table_opened"), sayHappened("too_late"), sayHappened("moon_rises")]).toEqual(["开桌", "已经太晚", "moon rises"]);
    speak("en");
    expect([sayHappened("table_opened"), sayHappened("too_late"), sayHappened("moon_rises")]).toEqual(["table opened", "too late", "moon rises"]);
  });
});
