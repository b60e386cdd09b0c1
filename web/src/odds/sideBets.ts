// The catalogue of side bets as /api/side-bets has it: finding bets in it, and what a mixture is called.
import type { Said } from "$/i18n/render.ts";

export interface Published {
  edge: string;
  decks: number;
  source: string;
  where: string;
  differs: string | null;
}
export interface SideBet {
  key: string;
  /** Its key in games. */
  bet: string;
  name: string;
  names: Record<string, string>;
  kin: string;
  tags: string[];
  decks: number[];
  note: string | null;
  notes: Record<string, string>;
  at_decks: number;
  house_edge: number;
  house_edge_exact: string;
  hit_frequency: string;
  pays: { says: string; said: Said; odds: string }[];
  published: Published[];
}
export interface Mixed {
  ok: boolean;
  problems: { key: string; expected: string }[];
  key: string;
  title: string;
  titles: Record<string, string>;
  toml: string;
}

/** The bets that mention every one of some words, in any language. */
export function search(bets: SideBet[], text: string): SideBet[] {
  const words = text.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  return bets.filter((bet) => {
    const known = [bet.key, bet.kin, ...bet.tags, bet.name, ...Object.values(bet.names), bet.note ?? "", ...Object.values(bet.notes)];
    const all = known.join("\n").toLocaleLowerCase();
    return words.every((word) => all.includes(word));
  });
}

/** Bets by their kin, in the order in which they came. */
export function byKin(bets: SideBet[]): [string, SideBet[]][] {
  const found = new Map<string, SideBet[]>();
  for (const bet of bets) found.set(bet.kin, [...(found.get(bet.kin) ?? []), bet]);
  return [...found];
}

/** The key that a title makes: lower-case words joined by "-"; none where it has no such letters. */
export function keyOfTitle(title: string): string | null {
  const words = title.toLowerCase().normalize("NFKD").replace(/\p{M}/gu, "").replace(/[^a-z0-9]+/g, " ").trim().split(" ");
  const key = words.join("-").replace(/^[0-9-]+/, "").slice(0, 60).replace(/-+$/, "");
  return key || null;
}

/** Figures of one page together. */
export function bySource(bet: SideBet): { source: string; where: string; figures: Published[] }[] {
  const found = new Map<string, Published[]>();
  for (const row of bet.published) found.set(row.where, [...(found.get(row.where) ?? []), row]);
  return [...found].map(([where, figures]) => ({ where, figures, source: figures.map((row) => row.source)[0] ?? "" }));
}

/** What is published of a bet with these decks; else with others. */
export function nearest(bet: SideBet): Published | null {
  return bet.published.find((row) => row.decks === bet.at_decks) ?? bet.published[0] ?? null;
}
