// What comes from the server in English, in the language of this browser.
import { settings } from "$/settings.svelte.ts";
import { codes, precisely } from "./refusals.zh.ts";
import { say, sayName } from "./text.svelte.ts";
import type { Fields } from "./events.zh.ts";

type Texts = typeof import("./serverText.zh.ts");

class ChineseTexts {
  #texts = $state.raw<Texts | null>(null);
  #asked = false;

  /** The texts in Chinese; null in English, and until they are loaded. */
  texts(): Texts | null {
    if (settings.language !== "zh") return null;
    if (!this.#asked) {
      this.#asked = true;
      import("./serverText.zh.ts").then(
        (texts) => (this.#texts = texts),
        () => (this.#asked = false),
      );
    }
    return this.#texts;
  }
}

const chinese = new ChineseTexts();

interface Refusal {
  code: string;
  message: string;
}

/** Why the house said no; `detail` adds its own words, which hold the figures. */
export function sayRefusal(refusal: Refusal, detail = false): string {
  const said = settings.language === "zh" ? (precisely(refusal.message) ?? codes[refusal.code]) : undefined;
  if (!said) return refusal.message;
  return detail && refusal.message ? `${said}（${refusal.message}）` : said;
}

/** The house's own words beside a sentence in Chinese, or nothing. */
export function refusalDetail(refusal: Refusal): string {
  return sayRefusal(refusal) === refusal.message ? "" : refusal.message;
}

/** Tell an event of a round: `says` is how the server tells it. */
export function sayEvent(event: Fields | undefined, says: string, show: (amount: string) => string): string {
  const texts = chinese.texts();
  return (event && texts?.tell(event, show)) ?? says;
}

/** When a bet pays. */
export function sayPays(says: string): string {
  return chinese.texts()?.condition(says) ?? says;
}

/** Why a hand drew, or what became of a bet. */
export function sayWhy(text: string): string {
  return chinese.texts()?.explain(text) ?? text;
}

/** Why a round is void or a bet went back; what a person wrote stays as written. */
export function sayReason(text: string, otherwise = text.replaceAll("_", " ")): string {
  return chinese.texts()?.reason(text) ?? sayName("irregularity", text, otherwise);
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
  return chinese.texts()?.what(what) ?? sayName("event", what);
}

export function sayIncident(kind: string): string {
  return chinese.texts()?.incidents[kind] ?? sayName("incident", kind);
}

/** What a detail of an incident is called, or what it says. */
export function sayDetail(word: string, otherwise = word.replaceAll("_", " ")): string {
  const texts = chinese.texts();
  return texts ? (texts.details[word] ?? codes[word]?.replace(/。$/, "") ?? otherwise) : otherwise;
}

/** What a fee is taken for that is none for a bet: all main bets, or the hand of who banks. */
export function sayFee(fee: string): string {
  if (settings.language !== "zh") return fee.replaceAll("_", " ");
  return ({ player_dealer: "坐庄", main: "主注" })[fee] ?? fee.replaceAll("_", " ");
}
