// The catalogues of the language that this browser shows; other languages are loaded when they are asked for.
import { settings } from "$/settings.svelte.ts";
import lists from "$words/en/lists.json";
import names from "$words/en/names.json";
import odds from "$words/en/odds.json";
import pages from "$words/en/pages.json";
import plain from "$words/en/plain.json";
import staff from "$words/en/staff.json";
import { ENGLISH } from "./languages.ts";
import { Catalogue, type Topics } from "./render.ts";

export const topics = { lists, names, odds, pages, plain, staff };
/** English without the server's sentences, which are loaded when the first of them is to be shown. */
const english = new Catalogue(ENGLISH, topics);

const files = import.meta.glob<Record<string, string>>(["$words/*/*.json", "!$words/en/{lists,names,odds,pages,plain,staff}.json", "!$words/*/language.json"], { import: "default" });

async function fetchTopics(language: string): Promise<Topics> {
  const its = Object.entries(files).filter(([path]) => path.split("/").at(-2) === language);
  const read = its.map(async ([path, load]) => [(path.split("/").at(-1) ?? "").replace(".json", ""), await load()] as const);
  return Object.fromEntries(await Promise.all(read));
}

class Catalogues {
  #server = $state.raw<Catalogue | null>(null);
  #here = $state.raw<Record<string, Catalogue>>({ [ENGLISH]: english });
  readonly #asked = new Map<string, Promise<void>>();

  /** The catalogue that has the server's sentences in this browser's language; null until it is loaded. */
  get ofServer(): Catalogue | null {
    if (settings.language !== ENGLISH) return this.current === english ? null : this.current;
    if (!this.#server) void this.load(ENGLISH);
    return this.#server;
  }

  async #fetchServer(): Promise<void> {
    try {
      this.#server = new Catalogue(ENGLISH, { ...topics, ...(await fetchTopics(ENGLISH)) });
    } catch {
      this.#asked.delete(ENGLISH);
    }
  }

  /** The catalogue of this browser's language; English until it is loaded. */
  get current(): Catalogue {
    const { language } = settings;
    const here = this.#here[language];
    if (!here) void this.load(language);
    return here ?? english;
  }

  /** Load a language; what cannot be loaded is asked for again the next time. */
  load(language: string): Promise<void> {
    const asked = this.#asked.get(language) ?? this.#load(language);
    this.#asked.set(language, asked);
    return asked;
  }

  async #load(language: string): Promise<void> {
    if (language === ENGLISH) return this.#fetchServer();
    if (language in this.#here) return;
    try {
      const found = new Catalogue(language, await fetchTopics(language), english);
      this.#here = { ...this.#here, [language]: found };
    } catch {
      this.#asked.delete(language);
    }
  }
}

export const catalogues = new Catalogues();
