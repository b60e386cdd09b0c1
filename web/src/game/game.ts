// A game as the house publishes it: everything that a page shows of it, by its keys and in its order.
import { SvelteMap } from "svelte/reactivity";
import { ask, fetched } from "$/api/http.ts";
import type { Value } from "$/i18n/render.ts";
import { sayFee, sayTold } from "$/i18n/serverText.svelte.ts";
import { say } from "$/i18n/text.svelte.ts";
import type { Side, Winner } from "$/live/frame.ts";
import { settings } from "$/settings.svelte.ts";

type ByLanguage = Record<string, string>;

export interface Named {
  key: string;
  name: string;
  names?: ByLanguage;
  short?: string;
  shorts?: ByLanguage;
}

export interface PayLine {
  when: Record<string, unknown>;
  says: string;
  /** What it is made of: the words of the file by language, or a sentence. */
  said?: Value | null;
  odds: string;
  /** As people read them: "0.95 to 1". */
  reads: string;
  push: boolean;
  commission: string | null;
  rules: string[];
}

export interface BetKind extends Named {
  main: boolean;
  /** The result that it wins on, whatever the cards are: such a bet has that result's colour and shape. */
  backs: Winner | null;
  fee: string | null;
  limits: "main" | "side";
  pays: PayLine[];
  loses: string[];
}

export interface Offer {
  stage: string;
  player_total: number;
  banker_total: number;
  odds: string;
  reads: string;
  /** Whether a tie pays it; elsewhere a tie gives it back. */
  pays_on_tie: boolean;
  rules: string[];
}

export interface InsuranceKind extends Named {
  insures: Side;
  original: string;
  offers: Offer[];
}

export interface Spot {
  box: number;
  /** Percent of the felt's width and height. */
  x: number;
  y: number;
}

export interface Area {
  /** Percent of the felt's width and height. */
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Felt {
  /** Width by height. */
  ratio: number;
  /** Width of a box in percent of the drawing's width. */
  size: number;
  /** Height of a box in parts of its width. */
  high: number;
  /** The outline of the cloth, for a drawing that is 100 wide and 100 by the ratio high. */
  rim: string;
  /** The line along which boxes lie, in the same drawing. */
  lane: string;
  /** Where one's own box is drawn large, if it is in this drawing. */
  own: Area | null;
  spots: Spot[];
}

export interface Layout extends Named {
  boxes: number;
  felt: Record<"wide" | "strip", Felt>;
}

export interface Procedure {
  does: string;
  otherwise: string | null;
  options: string;
  decides: string;
  rule: string | null;
}

export interface Permission {
  allowed: boolean;
  rules: string[];
}

/** The table of play: the totals that draw; for Banker, by its total, the points of Player's third card. */
export interface ThirdCard {
  naturals: number[];
  player: number[];
  banker_alone: number[];
  banker: number[][];
}

export interface Game {
  key: string;
  title: string;
  titles?: ByLanguage;
  source: string;
  /** Whether the file names its source; else it is our own words. */
  sourced: boolean;
  digest: string;
  decks: { least: number; most: number; default: number };
  layouts: Layout[];
  bets: BetKind[];
  insurance: { bets: InsuranceKind[]; stages: string[]; rules: Record<string, string[]> } | null;
  bank: { by: "house" | "player-dealer"; order: string[]; fees: string[]; hands: number | null; rules: Record<string, string[]> };
  betting: { both_sides: Permission; side_alone: Permission; standing: Permission };
  limits: { assessed: "maximum" | "differential"; between: [string, string] | null; rules: Record<string, string[]> };
  play: { face_down: Permission; points: { rank: string; points: number }[]; third_card: ThirdCard; rules: Record<string, string[]> };
  procedures: Record<string, Procedure>;
  borrows: string | null;
  paragraphs: { id: string; title: string; titles?: ByLanguage; gist: string; gists?: ByLanguage; numbered: boolean }[];
}

/** A game by its key and, where a table plays it, the digest of the file that it was opened with. */
const known = new SvelteMap<string, Game>();
const asked = new Set<string>();

/** The game, or null until it has come; a page that reads it is drawn again then. */
export function gameOf(key: string | null | undefined, digest = ""): Game | null {
  if (!key) return null;
  const name = `${key} ${digest}`;
  const found = known.get(name);
  if (found) return found;
  if (!asked.has(name)) {
    asked.add(name);
    void fetched<{ game: Game }>("GET", `/api/games/${encodeURIComponent(key)}`, digest ? { digest } : {}).then((answer) => {
      if (answer.ok) known.set(name, answer.value.game);
      else asked.delete(name);
    });
  }
  return null;
}

/** Forget what a key alone stands for: another file is offered under it, or none. */
export function forget(key: string): void {
  known.delete(`${key} `);
  asked.delete(`${key} `);
}

const own = (english: string, others: ByLanguage | undefined): string => others?.[settings.language] ?? english;

export function called({ name, names }: Pick<Named, "name" | "names">): string {
  return own(name, names);
}

/** What fits a narrow place. */
export function shortly(thing: Named): string {
  return own(thing.short ?? thing.name, thing.shorts ?? thing.names);
}

export function betOf(game: Game | null, key: string): BetKind | undefined {
  return game?.bets.find((bet) => bet.key === key);
}

export function insuranceOf(game: Game | null, key: string): InsuranceKind | undefined {
  return game?.insurance?.bets.find((bet) => bet.key === key);
}

/** What a bet or an insurance bet is called; before the game has come, its key in words. */
export function betName(game: Game | null, key: string): string {
  const found = betOf(game, key) ?? insuranceOf(game, key);
  return found ? called(found) : key.replaceAll("_", " ");
}

/** What a game is called; `title` is what the house says in English. */
export function gameTitle(key: string | null | undefined, title: string, digest = ""): string {
  return settings.language === "en" ? title : (gameOf(key, digest)?.titles?.[settings.language] ?? title);
}

/** What a fee is taken for: a bet, or what the house calls it. */
export function feeName(game: Game | null, fee: string): string {
  const bet = betOf(game, fee);
  return bet ? called(bet) : sayFee(fee);
}

/** When a line pays. */
export function payWords(line: PayLine): string {
  return sayTold(line.said, line.says);
}

/** A pay line is for a winner unless it says that another one must win. */
export function pays(line: PayLine, winner: Winner): boolean {
  const wanted = line.when["winner"];
  if (wanted === undefined) return true;
  return Array.isArray(wanted) ? wanted.includes(winner) : typeof wanted === "object" || wanted === winner;
}

/** Odds as people read them, from how the house reads them in English: "0.95 to 1". */
export function oddsWords(reads: string): string {
  const [profit = "", stake = ""] = reads.split(" to ");
  return say("pays.reads", { profit, stake });
}

/** What one unit wins. */
export function oddsWorth(odds: string): number {
  const [up = 0, down = 1] = odds.split(":").map(Number);
  return up / down;
}

/** Odds as there is room for: all of them, or the least and the most. */
export function oddsRange(bet: BetKind): string {
  const all = [...new Set(bet.pays.filter((line) => !line.push).map((line) => line.odds))];
  if (all.length < 3) return all.join(" / ");
  const sorted = all.toSorted((a, b) => oddsWorth(a) - oddsWorth(b));
  return `${sorted[0]} – ${sorted.at(-1)}`;
}

/** Totals as a person reads them: those in a row by the first and the last. */
export function totalWords(totals: number[]): string {
  const [first, last] = [totals[0] ?? 0, totals.at(-1) ?? 0];
  const row = totals.length > 1 && totals.every((each, at) => each === first + at);
  return row ? `${first}–${last}` : totals.join(", ");
}

export interface OfferRow extends Pick<Offer, "stage" | "odds" | "reads" | "rules"> {
  player: number[];
  banker: number[];
}

/** The cells of an insurance bet with the same odds, a row for each block of totals. */
export function offerRows(offers: Offer[]): OfferRow[] {
  const rows: OfferRow[] = [];
  for (const { stage, odds, reads, rules, player_total: player, banker_total: banker } of offers) {
    const row = rows.find((each) => each.stage === stage && each.odds === odds && each.player[0] === player);
    if (row) row.banker.push(banker);
    else rows.push({ stage, odds, reads, rules, player: [player], banker: [banker] });
  }
  const merged: OfferRow[] = [];
  for (const row of rows) {
    const same = merged.find((each) => each.stage === row.stage && each.odds === row.odds && each.banker.join() === row.banker.join());
    if (same) same.player.push(...row.player);
    else merged.push(row);
  }
  return merged;
}

/** What a paragraph says, in few words; one of another game's document has none here. */
export function gist(game: Game | null, rule: string): string | null {
  const found = game?.paragraphs.find((each) => each.id === rule);
  return found ? own(found.gist, found.gists) : null;
}

const NUMBER = /^\d[\d.]*[a-z]?$/;

/**
 * A paragraph as it is cited: by its number, or by the title of its section, never by a key. One of another
 * game's document names that game; `game` is the one that is played.
 */
export function section(rule: string, game: Game | null = null): string {
  const [, lender = "", lent = ""] = /^([a-z0-9-]+) (\S+)$/.exec(rule) ?? [];
  if (lent) return say("pays.lent", { section: section(lent, gameOf(lender)), game: gameTitle(lender, gameOf(lender)?.title ?? lender) });
  if (NUMBER.test(rule)) return `§ ${rule}`;
  for (const its of [...(game ? [game] : []), ...known.values()]) {
    const found = its.paragraphs.find((each) => each.id === rule);
    if (found) return own(found.title, found.titles);
  }
  askAll();
  const words = rule.replaceAll("-", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Ask for every game, once: a journal cites the documents of all of them. */
function askAll(): void {
  if (asked.has("")) return;
  asked.add("");
  void ask("GET /api/games").then((answer) => {
    if (!answer.ok) asked.delete("");
    else for (const game of answer.value) gameOf(String(game["key"]));
  });
}

/** A paragraph with what it says. */
export function cited(game: Game | null, rule: string): string {
  return [section(rule, game), gist(game, rule) ?? ""].filter(Boolean).join(": ");
}

export function rules(rule: string | string[] | null | undefined): string[] {
  if (!rule) return [];
  return Array.isArray(rule) ? rule : [rule];
}

/** Profit on a stake, rounded down as the table does. */
export function profit(stake: number, odds: string): number {
  const [up = 0, down = 1] = odds.split(":").map(Number);
  return Math.floor((stake * up) / down);
}
