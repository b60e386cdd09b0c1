// Words in the language of this browser. A text with {names} has them filled in.
import { settings } from "$/settings.svelte.ts";
import { catalogues, topics } from "./catalogues.svelte.ts";
import { describe } from "./languages.ts";
import { render } from "./render.ts";

const { pages, staff, odds, names } = topics;
const TOPICS = { pages, staff, odds, names };

export type Word = keyof typeof pages | keyof typeof staff | keyof typeof odds | keyof typeof names;
const FORM = /_(key|n|start)$/;
type Values = Record<string, string | number>;

/** The whole key of each word: "table.back" is "pages.table.back". */
const keys = new Map(Object.entries(TOPICS).flatMap(([topic, entries]) => Object.keys(entries).map((word) => [word, `${topic}.${word}`] as const)));

export function say(word: Word, values: Values = {}): string {
  const [key, catalogue] = [keys.get(word) ?? word, catalogues.current];
  const given = { ...values };
  // What is not given is seen at its place, and breaks no page.
  for (const name of catalogue.pattern(key).names) if (!(name in given || name.replace(FORM, "") in given)) given[name] = `{${name}}`;
  return render({ say: key, with: given }, catalogue);
}

/** Say a word that comes from the server, or what the server itself calls it. */
export function sayName(prefix: string, key: string, otherwise = key.replaceAll("_", " ")): string {
  const word = `${prefix}.${key}`;
  return keys.has(word) ? say(word as Word) : otherwise;
}

/** Who did something: a person, or a part of the house that has a name of its own. */
export function sayWho(name: string): string {
  return name.startsWith("house:") ? sayName("house", name.slice("house:".length)) : name;
}

export function locale(): string {
  return describe(settings.language).locale;
}
