// The latest round that a patron was in, as the house remembers it: a page that is loaded anew shows it again.
import { ask, fetched } from "$/api/http.ts";
import type { Last } from "./fold.ts";
import type { Bet, Event, Settlement } from "./frame.ts";

/** What a round is recalled as, as far as its result goes. */
export interface Recalled {
  state: string;
  bets: Bet[];
  settlement: Settlement | null;
  events: { at: string; event: Event }[];
}

/** Rounds that are looked through. */
const MOST = 20;

export async function latestOf(table: string, name: string): Promise<Last | null> {
  const rounds = await ask("GET /api/tables/{table}/rounds", { path: { table }, query: { most: MOST } });
  if (!rounds.ok) return null;
  const mine = rounds.value.find((round) => round.mine !== null && round.state !== "running");
  if (!mine || !(mine.state === "settled" || mine.state === "corrected")) return null;
  const found = await fetched<Recalled>("GET", `/api/tables/${encodeURIComponent(table)}/rounds/${mine.round}`);
  return found.ok ? resultOf(found.value, name) : null;
}

/** The result of a round that is recalled; null if it has none for this patron. */
export function resultOf({ bets, settlement, events }: Recalled, name: string): Last | null {
  if (!settlement || settlement.net[name] === undefined) return null;
  const closed = events.findLast(({ event }) => event.type === "bets_closed")?.event;
  const ended = events.findLast(({ event }) => event.type === "round_settled" || event.type === "round_corrected");
  return {
    settlement,
    bets: Object.fromEntries(bets.map((bet) => [bet.id, bet])),
    at: ended?.at ?? "",
    fees: (closed?.["fees"] ?? {}) as Record<string, string>,
  };
}
