// Frames folded into what a page shows; pure, so that tests can play any stream.
import type { Answer, Bet, Event, EventType, Me, Settlement, State, TableFrame } from "./frame.ts";

export interface Last {
  settlement: Settlement;
  /** The bets of the round, by id, as they lay. */
  bets: Record<string, Bet>;
  /** What each bet was asked back or pushed back is no part of it: only what was settled. */
  at: string;
  /** What each patron paid in fees when bets closed. */
  fees: Record<string, string>;
}

export interface Voided {
  reason: string;
  /** What was reported, where a report was the reason. */
  kind: string | null;
  rule: string | null;
  returned: Record<string, string>;
}

export interface Dismissed {
  kind: string;
  reason: string | null;
}

export interface Corrected {
  round: number;
  undone: boolean;
  /** What it gave or took, by patron. */
  changes: Record<string, string>;
  /** What could not be taken back, by patron. */
  owed: Record<string, string>;
}

export interface Seen {
  number: number;
  state: State | null;
  me: Me | null;
  /** The latest events, oldest first; a page needs no more than a few rounds. */
  events: Event[];
  /** Bets of the present round by id, for naming them after they left the felt. */
  bets: Record<string, Bet>;
  /** The fees of the present round, by patron. */
  fees: Record<string, string>;
  last: Last | null;
  /** Why the latest round was void, until the next begins. */
  voided: Voided | null;
  /** The report that was dismissed last, until play has gone on. */
  dismissed: Dismissed | null;
  /** The paid round that was put right or undone last, until the next begins. */
  corrected: Corrected | null;
  /** When the time that patrons have is over, on our clock in milliseconds. */
  ends: number | null;
}

export const nothing: Seen = {
  number: 0,
  state: null,
  me: null,
  events: [],
  bets: {},
  fees: {},
  last: null,
  voided: null,
  dismissed: null,
  corrected: null,
  ends: null,
};

/** What happens once play has gone on after a report. */
const ON = new Set<EventType>(["bets_opened", "bets_closed", "card_dealt", "card_turned", "round_settled", "shoe_started", "irregularity_reported", "round_interrupted"]);

const KEPT = 300;

/** `now` is our clock; `ahead` is how far the server's is ahead of it. */
export function fold(seen: Seen, frame: TableFrame, now: number, ahead = 0): Seen {
  let next = seen;
  const live = frame.state !== undefined && frame.whole === undefined;
  // The server sends each event once; by its frame it is told from one that was seen before.
  const fresh = frame.number > seen.number ? (frame.events ?? []) : [];
  for (const event of fresh) next = take(next, event, live ? now : Date.parse(event.at) - ahead);
  const events = fresh.length ? [...seen.events, ...fresh].slice(-KEPT) : seen.events;
  let state = next.state;
  if (frame.whole) state = frame.state as State;
  else if (frame.state && state) state = { ...state, ...frame.state };
  const bets = state ? { ...next.bets, ...byId(state.bets) } : next.bets;
  const ends = state?.deadline ? (next.ends ?? due(state.deadline, ahead)) : frame.state ? null : next.ends;
  const me = frame.me ?? next.me;
  return { ...next, events, state, bets, ends, me, number: Math.max(next.number, frame.number) };
}

/** What an answer shows, until the step comes that tells everybody; nothing if that is here already. */
export function foldAnswer(seen: Seen, answer: Answer): Seen {
  if (!answer.ok || !answer.state || !seen.state || (answer.number ?? 0) <= seen.number) return seen;
  const state = { ...seen.state, ...answer.state };
  return { ...seen, state, bets: { ...seen.bets, ...byId(state.bets) }, me: answer.me ?? seen.me };
}

/** When a deadline is over that was set before we came. */
function due(deadline: { seconds: number; at?: string }, ahead: number): number | null {
  const set = Date.parse(deadline.at ?? "");
  return Number.isNaN(set) ? null : set - ahead + deadline.seconds * 1000;
}

function byId(bets: Bet[]): Record<string, Bet> {
  return Object.fromEntries(bets.map((bet) => [bet.id, bet]));
}

/** Take in one event; `when` is its time on our clock. */
function take(before: Seen, event: Event, when: number): Seen {
  const seen = before.dismissed && ON.has(event.type) ? { ...before, dismissed: null } : before;
  switch (event.type) {
    case "report_dismissed":
      return { ...seen, dismissed: { kind: String(event["kind"]), reason: (event["reason"] as string | undefined) ?? null } };
    case "bets_opened":
      return { ...seen, bets: {}, fees: {}, last: null, voided: null, corrected: null };
    case "bets_closed":
      return { ...seen, fees: (event["fees"] ?? {}) as Record<string, string> };
    case "bet_placed":
    case "insurance_placed":
      return { ...seen, bets: { ...seen.bets, [String(event["id"])]: event as unknown as Bet } };
    case "bet_increased":
    case "bet_withdrawn":
    case "bet_returned":
      return { ...seen, bets: amended(seen.bets, String(event["bet"]), String(event["total"])) };
    case "options_closed":
      return { ...seen, bets: handed(seen.bets, (event["returned"] ?? []) as string[]) };
    case "original_returned":
      return { ...seen, bets: handed(seen.bets, [String(event["bet"])]) };
    case "deadline_set":
      return { ...seen, ends: when + Number(event["seconds"]) * 1000 };
    case "round_settled":
      return { ...seen, last: { settlement: event as unknown as Settlement, bets: seen.bets, at: event.at, fees: seen.fees } };
    case "round_corrected": {
      const settlement = event["settlement"] as Settlement | null;
      const corrected = { round: Number(event["round"]), undone: !settlement, changes: (event["changes"] ?? {}) as Record<string, string>, owed: (event["owed"] ?? {}) as Record<string, string> };
      return { ...seen, corrected, last: settlement && seen.last ? { ...seen.last, settlement } : null };
    }
    case "round_voided":
      return {
        ...seen,
        last: null,
        dismissed: null,
        voided: {
          reason: String(event["reason"]),
          kind: (event["kind"] as string | undefined) ?? null,
          rule: (event["rule"] as string | null) ?? null,
          returned: (event["returned"] ?? {}) as Record<string, string>,
        },
      };
  }
  return seen;
}

function amended(bets: Record<string, Bet>, id: string, amount: string): Record<string, Bet> {
  const bet = bets[id];
  return bet ? { ...bets, [id]: { ...bet, amount } } : bets;
}

/** Mark bets that went back to their patrons before the round was paid. */
function handed(bets: Record<string, Bet>, ids: string[]): Record<string, Bet> {
  const marked = ids.flatMap((id) => (bets[id] ? [{ ...bets[id], handed: true }] : []));
  return marked.length ? { ...bets, ...byId(marked) } : bets;
}
