// The languages there are: each is one folder of catalogues in src/croupier/words.
interface Language {
  /** What it is called in its own words. */
  name: string;
  /** What documents in it are marked with. */
  lang: string;
  /** How it writes numbers and times. */
  locale: string;
}

const found = import.meta.glob<Language>("$words/*/language.json", { eager: true, import: "default" });

export const ENGLISH = "en";
export const languages: Record<string, Language> = Object.fromEntries(
  Object.entries(found).map(([path, language]) => [path.split("/").at(-2) ?? "", language]),
);

/** The language that a browser asks for, as far as there is one. */
export function wanted(asked: string): string {
  const code = asked.toLowerCase().split("-")[0] ?? "";
  return code in languages ? code : ENGLISH;
}

export function describe(code: string): Language {
  return languages[code] ?? languages[ENGLISH] ?? { name: code, lang: code, locale: code };
}
