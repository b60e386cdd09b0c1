// What this browser likes: language, theme, sound. Kept here, never sent.
export type Language = "en" | "zh";
export type Theme = "auto" | "dark" | "light";

interface Kept {
  language: Language;
  theme: Theme;
  sound: boolean;
  /** Whether the notices for grown-ups were read. */
  adult: boolean;
}

const NAME = "croupier";

function read(): Kept {
  const language: Language = navigator.language.toLowerCase().startsWith("zh") ? "zh" : "en";
  const usual: Kept = { language, theme: "auto", sound: false, adult: false };
  try {
    return { ...usual, ...(JSON.parse(localStorage.getItem(NAME) ?? "{}") as Partial<Kept>) };
  } catch {
    return usual;
  }
}

class Settings {
  #kept = $state(read());

  get language(): Language {
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
    document.documentElement.lang = this.language === "zh" ? "zh-Hans" : "en";
    document.documentElement.dataset["theme"] = this.theme;
  }
}

export const settings = new Settings();
