// The same bets again, for as many rounds as were asked for: it stops by itself where they cannot all be placed.
import type { Money } from "$/game/money.ts";
import type { BetQueue } from "./betQueue.svelte.ts";

/** What a patron may ask for. */
export const ROUNDS = [5, 10, 25, 50];

/** Why it ended before its time: a bet was refused, there is nothing to bet, or the patron has left the box. */
export type Ended = "refused" | "nothing" | "left";

export class AutoRebet {
  /** In how many rounds it will still bet. */
  left = $state(0);
  ended = $state<Ended | null>(null);
  #round = -1;
  readonly #queue: BetQueue;

  constructor(queue: BetQueue) {
    this.#queue = queue;
  }

  /** Begin with the present round, unless bets lie in it already. */
  start(rounds: number, round: number, lying: boolean): void {
    this.left = rounds;
    this.ended = null;
    this.#round = lying ? round : -1;
  }

  stop(why: Ended | null = null): void {
    if (this.left > 0) this.ended = why;
    this.left = 0;
  }

  /** Bet in a round whose bets are open, once. */
  async play(money: Money, round: number): Promise<void> {
    if (this.left === 0 || round === this.#round) return;
    this.#round = round;
    if (!this.#queue.before.length) return this.stop("nothing");
    const all = await this.#queue.again(money);
    // One of them was refused: whatever the reason is, it is not tried again behind the patron's back.
    if (!all) return this.stop("refused");
    if (this.left > 0) this.left -= 1;
  }
}
