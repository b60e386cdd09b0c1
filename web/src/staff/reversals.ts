// Chips that go back the other way, as a list for the dealer: read from what happened since bets were opened last.
import type { Event } from "$/live/frame.ts";

export interface Reversal {
  kind: "undone" | "corrected" | "voided" | "ruling";
  round: number;
  /** What each patron gets, or gives where it is negative. */
  lines: { player: string; amount: string; owed?: string }[];
}

type Amounts = Record<string, string>;
interface Adjustment {
  player: string;
  amount: string;
}

export function reversals(events: Event[]): Reversal[] {
  const since = events.findLastIndex((event) => event.type === "bets_opened");
  return events.slice(Math.max(0, since)).flatMap((event) => {
    const found = reversal(event);
    return found?.lines.length ? [found] : [];
  });
}

function reversal(event: Event): Reversal | null {
  const round = Number(event["round"] ?? 0);
  if (event.type === "round_corrected") {
    const owed = (event["owed"] ?? {}) as Amounts;
    const changes = (event["changes"] ?? {}) as Amounts;
    const names = [...new Set([...Object.keys(changes), ...Object.keys(owed)])];
    const lines = names.map((player) => ({ player, amount: changes[player] ?? "0", ...(owed[player] ? { owed: owed[player] } : {}) }));
    return { kind: event["settlement"] ? "corrected" : "undone", round, lines: lines.filter(({ amount, owed: left }) => moves(amount) || left) };
  }
  if (event.type === "round_voided") return { kind: "voided", round, lines: Object.entries((event["returned"] ?? {}) as Amounts).map(([player, amount]) => ({ player, amount })) };
  if (event.type === "ruling_made") return { kind: "ruling", round, lines: ((event["adjustments"] ?? []) as Adjustment[]).filter(({ amount }) => moves(amount)).map(({ player, amount }) => ({ player, amount })) };
  return null;
}

function moves(amount: string): boolean {
  return /[1-9]/.test(amount);
}
