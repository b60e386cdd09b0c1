// A game's own file, as /api/games/KEY gives it: names, pay lines, paragraphs.
import { SvelteMap } from "svelte/reactivity";
import { ask } from "$/api/http.ts";
import { sayGist, saySection } from "$/i18n/serverText.svelte.ts";

type Rule = string | string[];

export interface PayLine {
  when: Record<string, unknown>;
  odds: string;
  rule: Rule;
  says?: string;
}

export interface BetFile {
  name: string;
  main?: boolean;
  fee?: string;
  pays: PayLine[];
  loses: Rule;
}

export interface InsuranceFile {
  name: string;
  insures: "player" | "banker";
  original: string;
  offers: { stage: string; player_total: unknown; banker_total: unknown; odds: string; rule: Rule; pays_on_tie?: boolean }[];
}

export interface GameFile {
  key: string;
  title: string;
  source: string;
  play?: { face_down?: { allowed: boolean; rule?: Rule } };
  betting: Record<"both_sides" | "side_alone" | "standing", { allowed: boolean; rule: Rule }>;
  limits: { assessed: string; between?: string[] };
  bank: { by: "house" | "player-dealer"; order?: string[] };
  bets: Record<string, BetFile>;
  insurance?: { bets: Record<string, InsuranceFile>; rules: Record<string, Rule> };
  paragraphs: Record<string, { kind: string; gist: string; title?: string }>;
  irregularities?: { borrow?: string };
}

const known = new Map<string, Promise<GameFile | null>>();

/** Load a game's file, once. */
export function gameFile(game: string): Promise<GameFile | null> {
  let found = known.get(game);
  if (!found) {
    found = ask("GET /api/games/{key}", { path: { key: game } }).then((answer) =>
      answer.ok ? learn(answer.value["file"] as GameFile) : null,
    );
    known.set(game, found);
    void found.then((file) => file ?? known.delete(game));
  }
  return found;
}

export function rules(rule: Rule | null | undefined): string[] {
  if (!rule) return [];
  return Array.isArray(rule) ? rule : [rule];
}

/** What a paragraph says, in few words; one of another game's document has none here. */
export function gist(file: GameFile | null, rule: string): string | null {
  const said = file?.paragraphs[rule]?.gist;
  return said === undefined ? null : sayGist(said);
}

/** By key, what sections are called that have no number. */
const titles = new SvelteMap<string, string>();
let asked = false;

/** Keep the titles of a game's sections. */
export function learn(file: GameFile): GameFile {
  for (const [key, { title }] of Object.entries(file.paragraphs)) if (title) titles.set(key, title);
  return file;
}

/** Ask for the titles of all games, once. */
function askTitles(): void {
  if (asked) return;
  asked = true;
  void ask("GET /api/games").then((answer) => {
    asked = answer.ok;
    if (!answer.ok) return;
    for (const game of answer.value) {
      for (const [key, title] of Object.entries((game["titles"] ?? {}) as Record<string, string>)) titles.set(key, title);
    }
  });
}

/** A paragraph as it is cited: by its number, or by the title of its section, never by a key. */
export function section(rule: string): string {
  if (/^([a-z-]+ )?\d[\d.]*[a-z]?$/.test(rule)) return `§ ${rule}`;
  const title = titles.get(rule);
  if (title !== undefined) return saySection(title);
  askTitles();
  const words = rule.replaceAll("-", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A paragraph with what it says. */
export function cited(file: GameFile | null, rule: string): string {
  return [section(rule), gist(file, rule) ?? ""].filter(Boolean).join(": ");
}

/** Profit on a stake, rounded down as the table does. */
export function profit(stake: number, odds: string): number {
  const [up = 0, down = 1] = odds.split(":").map(Number);
  return Math.floor((stake * up) / down);
}
