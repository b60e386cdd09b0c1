// What the server says, in the language of this browser: in English as it says it, else from what it is made of.
import { Money } from "$/game/money.ts";
import { settings } from "$/settings.svelte.ts";
import { catalogues, topics } from "./catalogues.svelte.ts";
import { ENGLISH } from "./languages.ts";
import { render, type Show, type Value } from "./render.ts";
import { locale, say, sayName } from "./text.svelte.ts";

const usual: Show = (amount) => new Money(amount).show(amount, locale());

/** A sentence of the server: `text` is how it says it in English, `said` what it is made of, as it came. */
export function sayTold(said: unknown, text: string, show: Show = usual): string {
  const catalogue = catalogues.current;
  if (said === null || said === undefined || catalogue.language === ENGLISH) return text;
  try {
    return render(said as Value, catalogue, show);
  } catch {
    // A server that is newer than this page, or a language that is not whole.
    return text;
  }
}

interface Refusal {
  message: string;
  said?: unknown;
}

/** Why the house said no. */
export function sayRefusal({ message, said }: Refusal): string {
  return sayTold(said, message);
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

/** What a detail of an incident is called, or what it says. */
export function sayDetail(word: string, otherwise = word.replaceAll("_", " ")): string {
  return settings.language === ENGLISH ? otherwise : sayName("detail", word, sayName("code", word, otherwise));
}

/** What a fee is taken for that is none for a bet: all main bets, or the hand of who banks. */
export function sayFee(fee: string): string {
  return sayName("fee", fee);
}
