// What touched one patron's money, as sentences: every kind of event that moves chips has one.
import type { Word } from "$/i18n/text.svelte.ts";
import type { Bet, Event } from "./frame.ts";

export interface Told {
  /** The place of its event in the log, and the round. */
  n: number;
  round: number;
  word: Word;
  values: Record<string, string | number>;
  /** Somebody else did it, or the house: it is told at the table and not only in the list. */
  loud: boolean;
}

export interface Names {
  show: (amount: string | number, signed?: boolean) => string;
  read: (amount: string) => number;
  bet: (kind: string) => string;
  reason: (text: string) => string;
}

interface Round {
  number: number;
  bets: Record<string, Bet>;
  fees: Record<string, string>;
  /** Who put chips down last: a bet that is pushed back makes room for theirs. */
  placed: string;
}

type Line = [word: Word, values?: Record<string, string | number>, loud?: boolean];
type Amounts = Record<string, string>;

/** The sentences of one patron, the oldest first. */
export function tellMoney(events: Event[], name: string, names: Names): Told[] {
  const opened = events.find((event) => event.type === "bets_opened");
  let round: Round = { number: Number(opened?.["round"] ?? 1) - 1, bets: {}, fees: {}, placed: "" };
  const told: Told[] = [];
  for (const event of events) {
    if (event.type === "bets_opened") round = { number: Number(event["round"]), bets: {}, fees: {}, placed: "" };
    note(event, round);
    // What the close of bets took or cut is not news any more once the round itself does not count.
    if (undone(event)) for (const each of told) if (TAKEN.has(each.word) && each.round === Number(event["round"])) each.loud = false;
    for (const [word, values = {}, loud = false] of lines(event, round, name, names)) told.push({ n: event.n, round: round.number, word, values, loud });
    amend(event, round);
  }
  return told;
}

/** What the close of bets took from a patron, or cut. */
const TAKEN = new Set<Word>(["told.bets_closed", "told.bets_closed_share"]);

function undone(event: Event): boolean {
  return event.type === "round_voided" || (event.type === "round_corrected" && !event["settlement"]);
}

/** Learn from an event what its own sentence needs. */
function note(event: Event, round: Round): void {
  if (event.type === "bet_placed" || event.type === "insurance_placed") round.bets[String(event["id"])] = event as unknown as Bet;
  if (event.type === "bet_placed" || event.type === "bet_increased") round.placed = String(event["player"]);
  if (event.type === "bets_closed") round.fees = (event["fees"] ?? {}) as Amounts;
}

function amend(event: Event, { bets }: Round): void {
  const bet = bets[String(event["bet"])];
  if (bet && typeof event["total"] === "string") bets[bet.id] = { ...bet, amount: event["total"] };
}

function lines(event: Event, round: Round, name: string, { show, read, bet: called, reason }: Names): Line[] {
  const mine = event["player"] === name;
  const amount = typeof event["amount"] === "string" ? show(event["amount"]) : "";
  const known = round.bets[String(event["bet"])];
  const bet = called(known?.bet ?? String(event["bet"] ?? ""));
  const wager = typeof event["wager"] === "string" ? show(event["wager"]) : "";
  switch (event.type) {
    case "chips_bought":
      return mine ? [[event["chips"] ? "told.chips_brought" : event["cash"] ? "told.chips_bought_cash" : "told.chips_bought", { amount }]] : [];
    case "chips_cashed":
      return mine ? [[event["chips"] ? "told.chips_taken" : "told.chips_cashed", { amount }]] : [];
    case "bet_placed":
      return mine ? [["told.bet_placed", { amount, bet, box: Number(event["box"]) }]] : [];
    case "insurance_placed":
      return mine ? [["told.insurance_placed", { amount, bet, box: Number(event["box"]) }]] : [];
    case "bet_increased":
      return mine ? [["told.bet_increased", { amount, bet }]] : [];
    case "bet_withdrawn":
      return mine ? [["told.bet_withdrawn", { amount, bet }]] : [];
    case "bet_returned": {
      if (!mine) return [];
      const why = String(event["reason"]);
      const values = { amount, bet, left: show(String(event["total"])), by: round.placed, reason: reason(why) };
      if (why.startsWith("pushed back") && round.placed) return [["told.bet_returned_pushed", values, true]];
      return [[why === "rejected as excess" ? "told.bet_returned_excess" : "told.bet_returned", values, true]];
    }
    case "bets_closed": {
      const cuts = ((event["pro_rata"] ?? []) as { bet: string; in_action: string }[]).filter((cut) => round.bets[cut.bet]?.player === name);
      const fee = round.fees[name];
      return [
        ...cuts.map(({ bet: id, in_action }): Line => ["told.bets_closed_share", { bet: called(round.bets[id]?.bet ?? ""), amount: show(round.bets[id]?.amount ?? "0"), share: show(in_action) }, true]),
        ...(fee && read(fee) ? [["told.bets_closed", { amount: show(fee) }, true] satisfies Line] : []),
      ];
    }
    case "original_returned":
      return mine ? [["told.original_returned", { amount, bet, round: Number(event["round"]) }, true]] : [];
    case "options_closed": {
      if (!((event["refunded"] ?? []) as string[]).includes(name)) return [];
      const back = Object.values(round.bets).filter((each) => each.player === name).reduce((sum, each) => sum + read(each.amount), read(round.fees[name] ?? "0"));
      return [["told.options_closed", { amount: show(back) }, true]];
    }
    case "round_settled": {
      const net = (event["net"] as Amounts | undefined)?.[name];
      return net === undefined ? [] : [["told.round_settled", { round: String(event["id"]), amount: show(net, true) }]];
    }
    case "round_voided": {
      const back = (event["returned"] as Amounts | undefined)?.[name];
      return back === undefined ? [] : [["told.round_voided", { round: Number(event["round"]), amount: show(back), reason: reason(String(event["kind"] ?? event["reason"])) }]];
    }
    case "round_corrected": {
      const change = (event["changes"] as Amounts | undefined)?.[name];
      return change === undefined ? [] : [[event["settlement"] ? "told.round_corrected" : "told.round_corrected_undone", { round: Number(event["round"]), amount: show(change, true), reason: reason(String(event["text"] ?? event["reason"])) }]];
    }
    case "ruling_made": {
      // Everybody hears the words; the amount is each patron's own.
      const own = ((event["adjustments"] ?? []) as { player: string; amount: string }[]).filter((each) => each.player === name);
      const text = String(event["text"]);
      return own.length ? own.map((each) => ["told.ruling_made", { text, amount: show(each.amount, true) }, true]) : [["told.ruling_made_words", { text }, true]];
    }
    case "player_dealer_accepted":
      return mine ? [["told.player_dealer_accepted", { wager }]] : [];
    case "wager_changed":
      return mine ? [["told.wager_changed", { wager }]] : [];
    case "wager_posted":
      return mine ? [["told.wager_posted", { wager }, true]] : [];
    case "player_dealer_vacated":
      return mine ? [["told.player_dealer_vacated", { reason: reason(String(event["reason"])) }, true]] : [];
    case "player_dealer_restored":
      return mine ? [["told.player_dealer_restored", { wager }, true]] : [];
  }
  return [];
}
