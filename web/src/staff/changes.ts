// What a command would change, as it is and as it would be: shown before it is given or approved.
import { face } from "$/game/cards.ts";
import { locale, say, sayName } from "$/i18n/text.svelte.ts";
import type { Command, Limits } from "$/live/frame.ts";
import type { TableControl } from "./tableControl.svelte.ts";

export interface Changed {
  what: string;
  before: string;
  after: string;
}

const text = (value: unknown): string => (typeof value === "string" || typeof value === "number" ? String(value) : "");

/** The limits that a sign would say otherwise, each with what it says now; "" is none. */
export function changedLimits(old: Limits, wanted: Record<string, unknown>): [key: string, before: unknown, after: unknown][] {
  const before = old as Record<string, unknown>;
  const keys = [...new Set([...Object.keys(before), ...Object.keys(wanted)])];
  return keys.filter((key) => JSON.stringify(before[key] ?? null) !== JSON.stringify(wanted[key] ?? null)).map((key) => [key, before[key], wanted[key]]);
}

/** What changes if a command is done now; nothing for one that changes no amount and no sign. */
export function changes(control: TableControl, command: Command): Changed[] {
  const { state, money } = control;
  if (!state) return [];
  const show = (amount: string | number): string => money.show(amount, locale());
  const amount = money.read(text(command["amount"]));
  const player = text(command["player"]);
  const moved = (what: string, now: string | undefined, by: number): Changed[] =>
    Number.isNaN(by) || now === undefined ? [] : [{ what, before: show(now), after: show(money.read(now) + by) }];
  const chips = (by: number): Changed[] => moved(say("changes.chips", { player }), state.balances?.[player] ?? money.write(0), by);
  switch (command.do) {
    case "fill":
    case "credit":
      return moved(say("changes.tray"), state.float, command.do === "fill" ? amount : -amount);
    case "buy_in":
      return [...chips(amount), ...(command["cash"] ? [...moved(say("changes.tray"), state.float, -amount), ...moved(say("changes.drop"), state.drop, amount)] : [])];
    case "cash_out":
      return chips(Number.isNaN(amount) ? -money.read(state.balances?.[player] ?? "0") : -amount);
    case "change_table":
      return changedLimits(state.limits, (command["limits"] ?? state.limits) as Record<string, unknown>).map(([key, before, after]) => ({
        what: sayName("limit", key, key),
        before: limit(before, show),
        after: limit(after, show),
      }));
    case "rule":
      return ((command["adjustments"] ?? []) as { player: string; amount: string }[]).flatMap((each) =>
        moved(say("changes.chips", { player: each.player }), state.balances?.[each.player] ?? money.write(0), money.read(each.amount)),
      );
    case "change_wager":
      return state.player_dealer ? [{ what: say("bank.wager"), before: show(state.player_dealer.wager), after: show(text(command["wager"])) }] : [];
    case "close_table":
      return counts(control, command).map(({ what, book, count }) => ({ what, before: show(book), after: show(count) }));
    default:
      return [];
  }
}

function limit(value: unknown, show: (amount: string) => string): string {
  if (value === undefined || value === null) return say("changes.none");
  return typeof value === "string" && /^[0-9.]+$/.test(value) ? show(value) : typeof value === "string" ? sayName("scope", value, value) : say("changes.listed");
}

/** Who holds chips at a table, and how many. */
export function holders(control: TableControl): [player: string, amount: string][] {
  return Object.entries(control.state?.balances ?? {}).filter(([, amount]) => control.money.read(amount) > 0);
}

export interface Counted {
  what: string;
  book: number;
  count: number;
}

/** What was counted at a closing, beside what the book says. */
export function counts(control: TableControl, command: Command): Counted[] {
  const { state, money } = control;
  const found: Counted[] = [];
  for (const [what, book, count] of [
    [say("changes.tray"), state?.float, command["count"]],
    [say("changes.drop"), state?.drop, command["drop_count"]],
  ] as const) {
    if (typeof count === "string" && book !== undefined) found.push({ what, book: money.read(book), count: money.read(count) });
  }
  return found;
}

/** Whom and what a command is about, in words: what whoever approves it should read before the PIN. */
export function restated(control: TableControl, command: Command): string[] {
  const { money } = control;
  const parts: string[] = [];
  const add = (field: string, tell: (value: string) => string): void => {
    const value = text(command[field]);
    if (value) parts.push(tell(value));
  };
  add("player", (value) => value);
  add("amount", (value) => money.show(value, locale()));
  add("wager", (value) => money.show(value, locale()));
  add("box", (box) => say("box.number", { box }));
  add("seat", (box) => say("box.number", { box }));
  add("hand", (hand) => sayName("hand", hand));
  add("stage", (stage) => sayName("stage", stage));
  add("kind", (kind) => sayName("irregularity", kind));
  add("game", (game) => game);
  add("float", (value) => say("dealer.float", { amount: money.show(value, locale()) }));
  const cards = command["cards"];
  if (Array.isArray(cards) && cards.length) parts.push((cards as string[]).map((card) => face(card).rank + face(card).sign).join(" "));
  add("text", (value) => `“${value}”`);
  add("reason", (value) => `“${value}”`);
  return parts;
}
