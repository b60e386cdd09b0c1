// How a round is paid before everybody's eyes, or how its stakes go back if it is void. The house has paid already when this begins; bets of the next round
// never wait for it, and once it is over the page shows what the house told and nothing else.
import { handingBack, payingOrder, type Payment } from "$/game/payments.ts";
import { calm } from "$/motion.ts";
import { play } from "$/sound.ts";
import type { Last } from "./fold.ts";
import type { Bet, Me, TableFrame } from "./frame.ts";
import { script, STEP, type Script } from "./payment.ts";
import type { Table } from "./table.svelte.ts";
import type { Theatre } from "./theatre.svelte.ts";

/** Where the middle of something is, and how wide it is. */
export interface Spot {
  x: number;
  y: number;
  size: number;
}

/** Where everything lay when the round was paid. */
export interface Places {
  /** The piles: those of my own box by their kind, all others by box and kind. */
  piles: Record<string, Spot>;
  boxes: Record<string, Spot>;
  bank: Spot;
  shoe: Spot;
  purse: Spot | null;
}

export interface Act extends Script {
  /** The round that is paid; null where it is void, and every stake goes back. */
  last: Last | null;
  places: Places;
  /** The seat that banks, where a patron does. */
  seat: number | null;
  /** What I had after it, and how much of that came now. */
  me: Me | null;
  came: number;
}

/** `over`: only what was won is still told, until bets are open again. */
export type Stage = "lies" | "moves" | "over";

export class Paying {
  readonly #table: Table;
  readonly #theatre: Theatre;
  readonly #read: (amount: string) => number;
  act = $state.raw<Act | null>(null);
  stage = $state<Stage>("over");
  /** Looks where everything lies; set by what draws it. */
  measure: (() => Places) | undefined;
  #places: Places | undefined;
  #had: Me | null = null;
  /** What lay there when the round became void. */
  #lay: Bet[] = [];
  #seat: { seat: number; seats: number } | null = null;
  #timers: ReturnType<typeof setTimeout>[] = [];

  constructor(table: Table, theatre: Theatre, read: (amount: string) => number) {
    this.#table = table;
    this.#theatre = theatre;
    this.#read = read;
    table.ahead.push((frame) => this.#look(frame));
    table.after.push((frame) => this.#begin(frame));
  }

  /** Whether chips of the round that was paid last are still on the felt. */
  get underWay(): boolean {
    return this.act !== null && this.stage !== "over";
  }

  /** What of my chips is still on its way to me. */
  get coming(): number {
    return this.underWay && this.act?.me === this.#table.me ? (this.act?.came ?? 0) : 0;
  }

  /** Everything sets off once the last card is seen; called by what draws it. */
  start(): void {
    if (!this.act || this.stage !== "lies" || this.#theatre.hidden) return;
    const { moves, end, last } = this.act;
    const name = this.#table.me?.name;
    const won = name !== undefined && this.#read(last?.settlement.net[name] ?? "0") > 0;
    if (!calm(end) || !moves.length) {
      if (won) play("win");
      return this.finish();
    }
    this.stage = "moves";
    let wins = 0;
    for (const [at, { act, bet, at: starts }] of moves.entries()) {
      if (act === "collect" && moves.findIndex((each) => each.act === "collect") === at) this.#later(starts, () => play("sweep"));
      else if (act !== "collect") this.#later(starts + STEP, () => play("pay"));
      if (act === "pay" && bet.player === name && won && (wins += 1) === 1) this.#later(starts + STEP, () => play("win"));
    }
    // Where nothing is drawn nothing ends either.
    this.#later(end + STEP, () => this.finish());
  }

  /** Everything is where it belongs: at its end, by a tap, or because play goes on. */
  finish(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers = [];
    this.stage = "over";
    if (this.#table.state?.phase !== "idle") this.act = null;
  }

  /** The window has another size: where anything lay is no place any more. */
  forget(): void {
    if (this.act) this.finish();
    this.act = null;
  }

  #later(milliseconds: number, what: () => void): void {
    this.#timers.push(setTimeout(what, milliseconds));
  }

  #look(frame: TableFrame): void {
    if (!this.#table.caughtUp || !frame.events?.some((event) => event.type === "round_settled" || event.type === "round_voided")) return;
    this.#places = this.measure?.();
    this.#had = this.#table.me;
    const { player_dealer: banker, boxes, bets } = this.#table.state ?? {};
    this.#lay = bets ?? [];
    this.#seat = banker ? { seat: banker.seat, seats: boxes ?? 0 } : null;
  }

  #begin(frame: TableFrame): void {
    const { last, state, voided } = this.#table.seen;
    const places = this.#places;
    this.#places = undefined;
    // Put right, undone, or the next coup: what is on its way has arrived.
    const { act } = this;
    const lasts = last ? last === act?.last : state?.phase === "betting" || (act?.last === null && state?.phase === "idle");
    if (act && !lasts) {
      this.finish();
      this.act = null;
    }
    if (this.act && this.stage === "over" && state?.phase !== "idle") this.act = null;
    if (!places || !(last || voided) || frame.whole) return;
    const me = this.#table.me;
    const all = last ? payingOrder(last.settlement.bets, last.bets, this.#table.game, this.#seat) : handingBack(this.#lay);
    const payments = all.filter((each) => this.#moves(each));
    const came = me && this.#had ? Math.max(0, this.#read(me.balance) - this.#read(this.#had.balance)) : 0;
    this.act = { ...script(payments), last, places, seat: this.#seat?.seat ?? null, me, came };
    this.stage = "lies";
  }

  #moves({ amount, act, result }: Payment): boolean {
    return this.#read(amount) !== 0 || (act === "pay" && this.#read(result.back) !== 0);
  }
}
