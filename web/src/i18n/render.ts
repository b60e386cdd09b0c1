// Sentences from the catalogues: the server says a key with parameters, and a language writes it.
// The algorithm is that of src/croupier/words/__init__.py, and both are held to the same examples.
import { IntlMessageFormat } from "intl-messageformat";

/** A part of a sentence as the network has it. */
export type Value =
  | string
  | number
  | Said
  | { amount: string }
  | { moment: string }
  | { name: string; of: string; in?: Texts }
  | { in: Texts }
  | { list: Value[]; join: string };
/** A sentence: `say` is "topic.entry" in the catalogues. */
export interface Said {
  say: string;
  with: Record<string, Value>;
}
/** What somebody wrote into a game file, by language. */
type Texts = Record<string, string>;

/** Writes an amount for people. */
export type Show = (amount: string) => string;
/** Writes a moment for people. */
export type When = (at: string) => string;
/** The patterns of a language: those of each topic by entry. */
export type Topics = Record<string, Record<string, string>>;

const ENGLISH = "en";
const NAMED = /\{\s*(\w+)\s*[,}]/g;

interface Pattern {
  names: string[];
  write(values: Record<string, string | number>): string;
}

/** The catalogue of a language; what it lacks comes from `otherwise`, where that has it. */
export class Catalogue {
  readonly language: string;
  readonly #topics: Topics;
  readonly #otherwise: Catalogue | null;
  readonly #patterns = new Map<string, Pattern>();

  constructor(language: string, topics: Topics, otherwise: Catalogue | null = null) {
    this.language = language;
    this.#topics = topics;
    this.#otherwise = otherwise;
  }

  /** The pattern of a key; a key that no catalogue has is an error. */
  pattern(key: string): Pattern {
    const known = this.#patterns.get(key);
    if (known) return known;
    const dot = key.indexOf(".");
    const text = this.#topics[key.slice(0, dot)]?.[key.slice(dot + 1)];
    if (text === undefined) {
      if (!this.#otherwise) throw new Error(`no catalogue has ${key}`);
      return this.#otherwise.pattern(key);
    }
    const made = compiled(text, this.language);
    this.#patterns.set(key, made);
    return made;
  }

  /** What something is called: by the game file, else by this language, else in English. */
  name(kind: string, key: string, texts: Texts = {}): string | undefined {
    return (texts[this.language] || undefined) ?? this.#topics["names"]?.[`${kind}.${key}`] ?? this.#otherwise?.name(kind, key, texts);
  }
}

function compiled(text: string, language: string): Pattern {
  const names = [...new Set([...text.matchAll(NAMED)].map(([, name]) => name ?? ""))];
  if (!names.length && !text.includes("'")) return { names, write: () => text };
  const format = new IntlMessageFormat(text, language, undefined, { ignoreTag: true });
  return { names, write: (values) => String(format.format(values)) };
}

/** How a sentence is written: its amounts and moments, and whether names stand where a program reads keys. */
interface Style {
  show: Show;
  when: When;
  named: boolean;
}

/** A moment as the server writes it. */
const inUTC: When = (at) => `${at.slice(0, 16).replace("T", " ")} UTC`;

/** A sentence, or a part of one, as text in the language of a catalogue, keys included where it has them. */
export function render(value: Value, catalogue: Catalogue, show: Show = (amount) => amount): string {
  return write(value, catalogue, { show, when: inUTC, named: false });
}

/** The same for people alone: no key of a bet, a hand or a report is in it. */
export function renderNamed(value: Value, catalogue: Catalogue, show: Show, when: When = inUTC): string {
  return write(value, catalogue, { show, when, named: true });
}

function write(value: Value, catalogue: Catalogue, style: Style): string {
  if (typeof value !== "object") return String(value);
  if ("amount" in value) return style.show(value.amount);
  if ("moment" in value) return style.when(value.moment);
  if ("name" in value) return catalogue.name(value.name, value.of, value.in) ?? value.of.replaceAll("_", " ");
  if ("in" in value) return value.in[catalogue.language] ?? value.in[ENGLISH] ?? "";
  if ("list" in value) return joined(value.list.map((each) => write(each, catalogue, style)), value.join, catalogue);
  const pattern = catalogue.pattern(value.say);
  return pattern.write(Object.fromEntries(pattern.names.map((name) => [name, fit(name, value.with, catalogue, style)])));
}

/**
 * What a pattern's name stands for. Beside each parameter there are `NAME_key` (the key of a name), `NAME_n` (a
 * number as such, for plurals; the length of a list) and `NAME_start` (the text with a capital first letter).
 */
function fit(name: string, given: Record<string, Value>, catalogue: Catalogue, style: Style): string | number {
  const whole = given[name];
  if (whole !== undefined) return write(whole, catalogue, style);
  const cut = name.lastIndexOf("_");
  const [value, form] = [given[name.slice(0, cut)], name.slice(cut + 1)];
  if (value === undefined) throw new Error(`a pattern asks for ${name}`);
  const is = typeof value === "object" ? value : null;
  if (form === "key") return is && "name" in is && !style.named ? is.of : write(value, catalogue, style);
  if (form === "n") return is && "list" in is ? is.list.length : Number(render(value, catalogue));
  const text = write(value, catalogue, style);
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** Texts in a row: commas between them, and the word of `join` before the last. */
function joined(items: string[], join: string, catalogue: Catalogue): string {
  const last = items.at(-1) ?? "";
  if (items.length < 2) return last;
  const inner = catalogue.pattern(`lists.${join === "and" || join === "or" ? "comma" : join}`);
  const most = items.slice(0, -1).reduce((a, b) => inner.write({ a, b }));
  return catalogue.pattern(`lists.${join}`).write({ a: most, b: last });
}
