// A side bet while it is written: lines of conditions, and what is asked of the server for them.
import type { Fact } from "./answer.ts";

export type Value = string | number | boolean;
export interface Term {
  fact: string;
  values: Value[];
}
export interface PayLine {
  terms: Term[];
  odds: string;
}
export interface Draft {
  name: string;
  decks: number;
  lines: PayLine[];
}

/** The key of a bet, made from its name: lower-case words joined by "_". */
export function keyOf(name: string): string {
  const words = name.toLowerCase().normalize("NFKD").replace(/[^a-z0-9]+/g, " ").trim().split(" ").filter(Boolean);
  const key = words.join("_").slice(0, 31).replace(/_+$/, "");
  return /^[a-z]/.test(key) ? key : key ? `bet_${key}` : "my_bet";
}

/** What the server is asked: a single value as it is, several as a list. */
export function body(draft: Draft): Record<string, unknown> {
  return {
    key: keyOf(draft.name),
    name: draft.name.trim() || "My bet",
    decks: draft.decks,
    pays: draft.lines.map(({ terms, odds }) => ({
      when: Object.fromEntries(
        terms.filter((term) => term.values.length).map(({ fact, values }) => [fact, values.length === 1 ? values[0] : values]),
      ),
      odds,
    })),
  };
}

export function complete(draft: Draft): boolean {
  return draft.lines.length > 0 && draft.lines.every((line) => /^[0-9]{1,6}:[0-9]{1,6}$/.test(line.odds));
}

/** The first value of a fact that says something: of a yes-or-no, its yes. */
export function usual(fact: Fact | undefined): Value[] {
  if (!fact) return [];
  const last = fact.values.at(-1);
  return typeof last === "boolean" || typeof last === "number" ? [last] : fact.values.slice(0, 1);
}
