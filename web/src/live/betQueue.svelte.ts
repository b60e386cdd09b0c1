// Betting: chips put down by a person, one command after another for each place on the felt.
import { betOf } from "$/game/game.ts";
import type { Money } from "$/game/money.ts";
import type { Bet } from "./frame.ts";
import type { Table } from "./table.svelte.ts";

export interface Stake {
  box: number;
  bet: string;
  standing: boolean;
  amount: number;
}

const keyOf = (stake: Omit<Stake, "amount">): string => `${stake.box} ${stake.bet} ${stake.standing}`;

export class BetQueue {
  /** Chips on their way: put down here, not yet answered by the house. */
  pending = $state<Record<string, number>>({});
  /** What was put down in this round, the latest last. */
  #done: Stake[] = [];
  #round = -1;
  /** What lay there when bets were closed last, to be bet again. */
  before = $state.raw<Stake[]>([]);
  #queue = new Map<string, Promise<unknown>>();
  #name = "";
  /** Called at the click, before the house knows of it: chips set off from the tray. */
  thrown: ((stake: Stake) => void) | undefined;
  /** Ids of bets that were answered: the answer may come before the felt shows the bet. */
  #ids = new Map<string, string>();
  readonly #table: Table;

  constructor(table: Table) {
    this.#table = table;
  }

  /** What lay there before this page was loaded anew, if it was the same patron's. */
  recall(name: string): void {
    this.#name = name;
    try {
      const kept = JSON.parse(sessionStorage.getItem(this.#kept) ?? "null") as { name: string; stakes: Stake[] } | null;
      if (kept?.name === name && !this.before.length) this.before = kept.stakes;
    } catch {
      // A browser that keeps nothing for us: there is nothing to bet again.
    }
  }

  on(box: number, bet: string, standing: boolean): number {
    return this.pending[keyOf({ box, bet, standing })] ?? 0;
  }

  get underWay(): number {
    return Object.values(this.pending).reduce((sum, amount) => sum + amount, 0);
  }

  find(stake: Omit<Stake, "amount">): Bet | undefined {
    return this.#table.mine.find(
      (bet) => bet.box === stake.box && bet.bet === stake.bet && bet.standing === stake.standing && !bet.stage,
    );
  }

  /**
   * Put chips down; while an answer is out, more chips for the same place wait behind it. They are meant
   * for the round that is seen at the click: where it is over when they arrive, they come back. Returns whether
   * they lie.
   */
  put(money: Money, stake: Stake, round = this.#seen): Promise<boolean> {
    this.#fresh();
    this.thrown?.(stake);
    const key = keyOf(stake);
    this.pending[key] = (this.pending[key] ?? 0) + stake.amount;
    return this.#after(key, async () => {
      const lies = this.find(stake)?.id ?? this.#ids.get(key);
      const amount = money.write(stake.amount);
      const answer = await this.#table.command(
        lies
          ? { do: "increase_bet", bet: lies, amount, round }
          : { do: "place_bet", box: stake.box, bet: stake.bet, amount, round, ...(stake.standing ? { standing: true } : {}) },
      );
      const left = (this.pending[key] ?? 0) - stake.amount;
      if (left > 0) this.pending[key] = left;
      else delete this.pending[key];
      // An answer that was lost may come a round later: what it says is no part of this round.
      if (round !== this.#seen) return answer.ok;
      if (!answer.ok) {
        this.#ids.delete(key);
        return false;
      }
      this.#done.push(stake);
      const placed = answer.events.find((event) => event.type === "bet_placed");
      if (placed) this.#ids.set(key, String(placed["id"]));
      return true;
    });
  }

  /** Take back what was put down last. */
  async undo(money: Money): Promise<void> {
    this.#fresh();
    const last = this.#done.pop();
    const lies = last && this.find(last);
    if (!last || !lies) return;
    const round = this.#seen;
    const whole = money.read(lies.amount) <= last.amount;
    const rest = whole ? {} : { amount: money.write(last.amount) };
    if (whole) this.#ids.delete(keyOf(last));
    await this.#after(keyOf(last), async () => void (await this.#table.command({ do: "withdraw_bet", bet: lies.id, round, ...rest })));
  }

  async clear(): Promise<void> {
    this.#done = [];
    this.#ids.clear();
    const round = this.#seen;
    const bets = this.#table.mine.filter((bet) => !bet.stage);
    await Promise.all(bets.map((bet) => this.#table.command({ do: "withdraw_bet", bet: bet.id, round })));
  }

  async double(money: Money): Promise<void> {
    const lying = this.#table.mine.filter((bet) => !bet.stage);
    await Promise.all(lying.map((bet) => this.put(money, { ...bet, amount: money.read(bet.amount) })));
  }

  /** Bet again what lay there in the round before; main bets first, because side bets may need them. Returns whether all lie. */
  async again(money: Money): Promise<boolean> {
    const round = this.#seen;
    const main = (stake: Stake): boolean => betOf(this.#table.game, stake.bet)?.main ?? false;
    for (const group of [this.before.filter(main), this.before.filter((stake) => !main(stake))]) {
      const lie = await Promise.all(group.filter((stake) => !this.find(stake)).map((stake) => this.put(money, stake, round)));
      if (lie.includes(false)) return false;
    }
    return true;
  }

  /** Remember what lies there now, because bets are closed; or what lay there when the round became void. */
  keep(money: Money, bets: Bet[] = this.#table.mine): void {
    const stakes = bets
      .filter(({ stage, amount }) => !stage && money.read(amount) > 0)
      .map(({ box, bet, standing, amount }) => ({ box, bet, standing: Boolean(standing), amount: money.read(amount) }));
    if (!stakes.length) return;
    this.before = stakes;
    try {
      sessionStorage.setItem(this.#kept, JSON.stringify({ name: this.#name, stakes }));
    } catch {
      // A browser that keeps nothing for us: it lasts as long as this page.
    }
  }

  #after<T>(key: string, work: () => Promise<T>): Promise<T> {
    const next = (this.#queue.get(key) ?? Promise.resolve()).then(work);
    this.#queue.set(key, next);
    return next;
  }

  get #kept(): string {
    return `before ${this.#table.id}`;
  }

  /** The round that the page shows. */
  get #seen(): number {
    return this.#table.state?.round ?? 0;
  }

  #fresh(): void {
    const round = this.#seen;
    if (round === this.#round) return;
    this.#done = [];
    this.#ids.clear();
    this.#round = round;
  }
}
