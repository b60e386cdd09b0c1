// How a table is to be opened: what is typed, what is wrong with it, and the command it makes.
import { Money } from "$/game/money.ts";
import type { Command } from "$/live/frame.ts";

/** A limit of its own for one bet or one box. */
export interface Exception {
  of: string;
  min: string;
  max: string;
}

export interface Draft {
  game: string;
  layout: string;
  decks: number;
  shoe: string;
  enforcement: string;
  float: string;
  face_down: boolean;
  min: string;
  max: string;
  unit: string;
  cut: number | null;
  burn: number | null;
  insurance: boolean;
  side_min: string;
  side_max: string;
  scope: string;
  fees: Record<string, string>;
  by_bet: Exception[];
  by_box: Exception[];
}

/** What the game says about it. */
export interface Known {
  differential: boolean;
  insurance: boolean;
  /** Some games are dealt face up only. */
  faceDown: boolean;
  fees: string[];
  /** Bets on the hands: a game with a differential has no maximum for them. */
  main: string[];
  boxes: number;
}

export type Fault = "amount" | "unit" | "order" | "empty" | "twice" | "box" | "cards" | "stranger";
export interface Problem {
  /** The field, as its label is called; rows as "by_bet 0". */
  at: string;
  fault: Fault;
}

/** As many cards as may lie behind the cut card, and as may be burned. */
export const MOST = { cut: 200, burn: 30 } as const;

export function draft(game = ""): Draft {
  return {
    game, layout: "", decks: 8, shoe: "digital", enforcement: "automatic", float: "100000", face_down: false,
    min: "25", max: "5000", unit: "0.01", cut: 14, burn: 0, insurance: true, side_min: "", side_max: "", scope: "box",
    fees: {}, by_bet: [], by_box: [],
  };
}

/** Everything that the house would refuse, so that it can be put right first. */
export function problems(given: Draft, known: Known): Problem[] {
  const found: Problem[] = [];
  const unit = new Money(given.unit);
  if (!/^\d+(\.\d{1,8})?$/.test(given.unit) || !/[1-9]/.test(given.unit)) return [{ at: "unit", fault: "unit" }];
  const amount = (at: string, text: string): number | null => {
    if (text === "") return null;
    const units = unit.read(text);
    if (unit.fits(units) && units >= 0) return units;
    found.push({ at, fault: "amount" });
    return null;
  };
  const pair = (at: string, least: string, most: string): void => {
    const [low, high] = [amount(at, least), amount(at, most)];
    if (low !== null && high !== null && low > high) found.push({ at, fault: "order" });
  };
  amount("float", given.float);
  if (known.differential) [given.min, given.max].forEach((text) => amount("min", text));
  else pair("min", given.min, given.max);
  pair("side_min", given.side_min, given.side_max);
  for (const fee of known.fees) amount(`fee ${fee}`, given.fees[fee] ?? "");
  for (const field of ["cut", "burn"] as const) {
    const cards = given[field];
    if (cards === null || !Number.isInteger(cards) || cards < 0 || cards > MOST[field]) found.push({ at: field, fault: "cards" });
  }
  for (const list of ["by_bet", "by_box"] as const) {
    given[list].forEach((row, at) => {
      const place = `${list} ${at}`;
      if (!row.min && !row.max) found.push({ at: place, fault: "empty" });
      if (given[list].findIndex((other) => other.of === row.of) < at) found.push({ at: place, fault: "twice" });
      if (list === "by_box" && !(Number(row.of) >= 1 && Number(row.of) <= known.boxes)) found.push({ at: place, fault: "box" });
      if (list === "by_bet" && row.max && known.differential && known.main.includes(row.of)) found.push({ at: place, fault: "stranger" });
      if (known.differential && list === "by_box") [row.min, row.max].forEach((text) => amount(place, text));
      else pair(place, row.min, row.max);
    });
  }
  return found;
}

const filled = (values: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).filter(([, text]) => text !== ""));

/** The pace of a house that has said nothing else, in milliseconds. */
export const USUAL_PACE: Record<string, number> = {
  betting: 20_000, insurance: 10_000, options: 20_000, squeeze: 15_000, player_dealer: 15_000, card: 1000, settle: 3000, between: 5000, shoe: 15_000,
};

const text = (value: unknown): string => (typeof value === "string" ? value : "");

/** What was typed for an opening that is known: the other way round from `opening`. */
export function draftOf(known: Record<string, unknown>): Draft {
  const limits = (known["limits"] ?? {}) as Record<string, unknown>;
  const rows = (list: unknown): Exception[] =>
    Object.entries((list ?? {}) as Record<string, Record<string, string>>).map(([of, each]) => ({ of, min: text(each["min"]), max: text(each["max"] ?? each["max_differential"]) }));
  const usual = draft(text(known["game"]));
  const or = <T>(key: string, otherwise: T): T => (known[key] === undefined || known[key] === null ? otherwise : (known[key] as T));
  return {
    ...usual,
    layout: or("layout", ""), decks: or("decks", usual.decks), shoe: or("shoe", usual.shoe), enforcement: or("enforcement", usual.enforcement),
    float: or("float", "0"), face_down: or("face_down", false), unit: or("unit", usual.unit), cut: or("cut", usual.cut), burn: or("burn", usual.burn),
    insurance: or("insurance", true), fees: { ...(known["fees"] as Record<string, string> | undefined) },
    min: text(limits["min"]), max: text(limits["max"] ?? limits["max_differential"]), side_min: text(limits["side_min"]), side_max: text(limits["side_max"]),
    scope: text(limits["scope"]) || "box", by_bet: rows(limits["by_bet"]), by_box: rows(limits["by_box"]),
  };
}

/** Names for so many new tables: those that are free, counted on from the first. */
export function freeNames(start: string, many: number, taken: string[]): string[] {
  const found: string[] = [];
  for (let at = 1; found.length < many; at += 1) if (!taken.includes(`${start}${at}`)) found.push(`${start}${at}`);
  return found;
}

/** The command that opens the table; what is left as it usually is stays out of it. */
export function opening(given: Draft, known: Known): Command {
  const most = known.differential ? "max_differential" : "max";
  const each = (rows: Exception[], key: string): Record<string, Record<string, string>> =>
    Object.fromEntries(rows.map((row) => [row.of, filled({ min: row.min, [key]: row.max })]));
  const limits = {
    ...filled({ min: given.min, [most]: given.max, side_min: given.side_min, side_max: given.side_max }),
    ...(known.differential && given.scope !== "box" ? { scope: given.scope } : {}),
    ...(given.by_bet.length ? { by_bet: each(given.by_bet, "max") } : {}),
    ...(given.by_box.length ? { by_box: each(given.by_box, most) } : {}),
  };
  const fees = filled(Object.fromEntries(known.fees.map((fee) => [fee, given.fees[fee] ?? ""])));
  const { game, shoe, enforcement, decks, float, unit, cut, burn } = given;
  const face_down = given.face_down && known.faceDown;
  return {
    do: "open_table", game, shoe, enforcement, decks, limits, float, face_down, unit, cut, burn,
    ...(given.layout ? { layout: given.layout } : {}),
    ...(Object.keys(fees).length ? { fees } : {}),
    ...(known.insurance && !given.insurance ? { insurance: false } : {}),
  };
}
