// What the server says, in the language of this browser, from what it is made of: its own English names bets,
// hands and reports by their keys, as programs read them.
import { Money } from "$/game/money.ts";
import { house } from "$/house.svelte.ts";
import { settings } from "$/settings.svelte.ts";
import { catalogues, topics } from "./catalogues.svelte.ts";
import { ENGLISH } from "./languages.ts";
import { renderNamed, type Said, type Show, type Value } from "./render.ts";
import { locale, say, sayName } from "./text.svelte.ts";

const usual: Show = (amount) => new Money(amount).show(amount, locale());

/** A sentence of the server: `text` is how it says it in English, `said` what it is made of, as it came. */
export function sayTold(said: unknown, text: string, show: Show = usual): string {
  if (said === null || said === undefined) return text;
  const catalogue = catalogues.ofServer;
  if (!catalogue) return text;
  try {
    return renderNamed(said as Value, catalogue, show, (at) => house.when(at));
  } catch {
    // A server that is newer than this page, or a language that is not whole.
    return text;
  }
}

interface Refusal {
  code?: string;
  message: string;
  said?: unknown;
  /** What was asked for, and for which round it was meant: so it was a bet of somebody who looks at this page. */
  do?: string;
  round?: number | undefined;
}

/** Why the house said no. */
export function sayRefusal({ code, message, said, do: what, round }: Refusal): string {
  // This page's own: the server never said it.
  if (code === "overtaken") return say("app.overtaken");
  if (round !== undefined) {
    const { say: key, with: given } = (said ?? {}) as Partial<Said>;
    if (code === "wrong_phase" || key === "table.round_over") return say("refused.late", { round, what: what === "withdraw_bet" ? "back" : "bet" });
    if (key === "table.bet_twice") return say("refused.twice");
    if (key === "table.cannot_afford") return say("refused.afford", { has: shown(given?.["has"]), amount: shown(given?.["amount"]) });
  }
  return sayTold(said, message);
}

function shown(value: Value | undefined): string {
  return typeof value === "object" && "amount" in value ? usual(value.amount) : String(value ?? "");
}

/** Why a round is void or a bet went back; what a person wrote stays as written. */
export function sayReason(text: string, otherwise = text.replaceAll("_", " ")): string {
  const key = text.replaceAll("'", "").replaceAll(/[^a-z]+/g, "_");
  const given = key === text || topics.names[`reason.${key}` as keyof typeof topics.names] === text;
  return given ? sayName("reason", key, sayName("irregularity", text, otherwise)) : otherwise;
}

/** Why a round is void: what was reported, and what the House said of it. */
export function sayVoided({ reason, kind }: { reason: string; kind: string | null }): string {
  return kind && kind !== reason ? say("void.because", { kind: sayReason(kind), reason: sayReason(reason, reason) }) : sayReason(reason);
}

export function sayDismissed({ kind, reason }: { kind: string; reason: string | null }): string {
  return say(reason ? "report.dismissedWhy" : "report.dismissed", { kind: sayName("irregularity", kind), reason: reason ?? "" });
}

/** What an event, or the code of a refusal, is called in the journal. */
export function sayHappened(what: string): string {
  return sayName("event", what, sayName("code", what));
}

/** What a detail of an incident is called, or with `text` what it says: in English that is the word itself. */
export function sayDetail(word: string, text?: string): string {
  if (text !== undefined && settings.language === ENGLISH) return text;
  return sayName("detail", word, sayName("code", word, text));
}

/** What a fee is taken for that is none for a bet: all main bets, or the hand of who banks. */
export function sayFee(fee: string): string {
  return sayName("fee_for", fee, sayName("fee", fee));
}
