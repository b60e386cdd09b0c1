// Words in the language of this browser. A text with {names} has them filled in.
import { settings } from "$/settings.svelte.ts";
import { en } from "./en.ts";
import { zh } from "./zh.ts";

export type Word = keyof typeof en;
type Values = Record<string, string | number>;

const books: Record<string, Record<Word, string>> = { en, zh };

export function say(word: Word, values: Values = {}): string {
  const text = books[settings.language]?.[word] ?? en[word];
  return text.replace(/\{(\w+)\}/g, (all, name: string) => (name in values ? String(values[name]) : all));
}

/** Say a word that comes from the server, or what the server itself calls it. */
export function sayName(prefix: string, key: string, otherwise = key.replaceAll("_", " ")): string {
  const word = `${prefix}.${key}`;
  return word in en ? say(word as Word) : otherwise;
}

export function locale(): string {
  return settings.language === "zh" ? "zh-CN" : "en-GB";
}

export function clockTime(at: string | number | Date): string {
  return new Intl.DateTimeFormat(locale(), { hour: "2-digit", minute: "2-digit" }).format(new Date(at));
}
