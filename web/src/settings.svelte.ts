// What this browser likes: language, theme, sound. Kept here, never sent.
import { describe, languages, wanted } from "./i18n/languages.ts";

export type Theme = "auto" | "dark" | "light";

interface Kept {
  language: string;
  theme: Theme;
  sound: boolean;
  /** Whether the notices for grown-ups were read. */
  adult: boolean;
  /** Whether the three steps of a first round were seen or put away. */
  guided: boolean;
  /** How the scanner at this screen writes cards; empty for one that types rank and suit. */
  scanner: string;
}

const NAME = "croupier";

function read(): Kept {
  const usual: Kept = { language: wanted(navigator.language), theme: "auto", sound: false, adult: false, guided: false, scanner: "" };
  try {
    const kept = { ...usual, ...(JSON.parse(localStorage.getItem(NAME) ?? "{}") as Partial<Kept>) };
    return kept.language in languages ? kept : { ...kept, language: usual.language };
  } catch {
    return usual;
  }
}

class Settings {
  #kept = $state(read());

  get language(): string {
    return this.#kept.language;
  }

  get theme(): Theme {
    return this.#kept.theme;
  }

  get sound(): boolean {
    return this.#kept.sound;
  }

  get adult(): boolean {
    return this.#kept.adult;
  }

  get guided(): boolean {
    return this.#kept.guided;
  }

  get scanner(): string {
    return this.#kept.scanner;
  }

  set(change: Partial<Kept>): void {
    this.#kept = { ...this.#kept, ...change };
    try {
      localStorage.setItem(NAME, JSON.stringify(this.#kept));
    } catch {
      // A browser that keeps nothing: it holds for this page.
    }
    this.apply();
  }

  apply(): void {
    document.documentElement.lang = describe(this.language).lang;
    document.documentElement.dataset["theme"] = this.theme;
  }
}

export const settings = new Settings();
