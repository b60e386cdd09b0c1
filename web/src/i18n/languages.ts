// The languages there are: each is one folder of catalogues in src/croupier/words.
interface Language {
  /** What it is called in its own words, and in as many signs as a small screen has room for. */
  name: string;
  short: string;
  /** What a reader should know before choosing it, in its own words; empty if there is nothing. */
  note: string;
  /** What documents in it are marked with. */
  lang: string;
  /** How it writes numbers and times. */
  locale: string;
}

const found = import.meta.glob<Language>("$words/*/language.json", { eager: true, import: "default" });

export const ENGLISH = "en";
export const languages: Record<string, Language> = Object.fromEntries(
  Object.entries(found)
    .map(([path, language]) => [path.split("/").at(-2) ?? "", language] as const)
    .toSorted(([one], [other]) => (one < other ? -1 : 1)),
);

/** The language that a browser asks for, as far as there is one. */
export function wanted(asked: string): string {
  const [language, script] = written(asked);
  const codes = Object.keys(languages).filter((code) => written(describe(code).lang)[0] === language);
  // Who reads one script of a language reads the other sooner than English.
  return codes.find((code) => written(describe(code).lang)[1] === script) ?? codes[0] ?? ENGLISH;
}

/** A language and the script that it is written in: in Taiwan, Hong Kong and Macau Chinese has its traditional signs. */
function written(tag: string): [language: string, script: string | undefined] {
  try {
    const { language, script } = new Intl.Locale(tag).maximize();
    return [language, script];
  } catch {
    return ["", undefined];
  }
}

export function describe(code: string): Language {
  return languages[code] ?? languages[ENGLISH] ?? { name: code, short: code, note: "", lang: code, locale: code };
}
