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
      ["zh", "中文"],
    ]);
    expect([wanted("zh-TW"), wanted("pt-BR"), about("zh").lang]).toEqual(["zh", "en", "zh-Hans"]);
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

  it("of the house are told from what a person wrote", () => {
    speak("zh");
    expect([sayReason("foreign_card"), sayReason("the table closes"), sayReason("the dealer sneezed")]).toEqual(["发现不属于牌靴的牌", "关桌", "the dealer sneezed"]);
    expect(sayVoided({ reason: "塔罗牌", kind: "foreign_card" })).toBe("发现不属于牌靴的牌（塔罗牌）");
    expect([sayHappened("table_opened"), sayHappened("too_late"), sayHappened("moon_rises")]).toEqual(["开桌", "已经太晚", "moon rises"]);
    speak("en");
    expect([sayHappened("table_opened"), sayHappened("too_late"), sayHappened("moon_rises")]).toEqual(["table opened", "too late", "moon rises"]);
  });
});
