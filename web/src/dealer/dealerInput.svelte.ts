// The dealer's own hand at the console: the act that is due, and cards as they are typed.
import { SCANNER_MS, type } from "$/staff/typedCards.ts";
import type { TableControl } from "$/staff/tableControl.svelte.ts";
import type { StaffState } from "$/staff/state.ts";
import { due } from "$/staff/steps.ts";
import type { Command, CommandName, NextStep, Side } from "$/live/frame.ts";

/** Commands that a manual shoe takes a typed card for. */
const TAKES_A_CARD = new Set<CommandName | undefined>(["deal", "turn"]);

export class DealerInput {
  readonly #control: TableControl;
  begun = $state("");
  /** The next card typed takes the place of the last one. */
  correcting = $state(false);
  /** A card that cannot be in the shoe: typed wrong, or really there. */
  foreign = $state<string | null>(null);
  #chain: Promise<void> = Promise.resolve();
  #typed = 0;
  #pressing = false;

  constructor(control: TableControl) {
    this.#control = control;
  }

  get step(): NextStep | undefined {
    const state = this.#control.state;
    return state?.next ? due(state.next) : undefined;
  }

  /** The command that the primary button gives; null where it needs a card or a decision first. */
  get command(): Command | null {
    const state = this.#control.state;
    const step = this.step;
    if (!state || !step) return null;
    switch (step.do) {
      case "deal":
        return manual(state) ? null : { do: "deal" };
      case "turn": {
        const down = hidden(state);
        return manual(state) || !down ? null : { do: "turn", ...down };
      }
      case "offer_player_dealer":
        return { do: step.do, seat: Number(Object.keys(state.seats)[0]) };
      case "report":
        return { do: "report", kind: "insufficient_cards" };
      case "reconstruct":
      case "decide_order":
      case "rule":
      case "open_table":
        return null;
    }
    return { do: step.do };
  }

  get wantsCard(): boolean {
    const state = this.#control.state;
    return state !== null && manual(state) && (this.correcting || TAKES_A_CARD.has(this.step?.do));
  }

  /** The patron who turns the card that is due: the dealer waits, and no stray key takes it away. */
  get turner(): string | null {
    const state = this.#control.state;
    const down = state && this.step?.do === "turn" ? hidden(state) : null;
    return (down && state?.squeezes[down.hand]) ?? null;
  }

  /** Do what is due. It waits for what is under way, but a second press is not kept. */
  async press(): Promise<void> {
    const wanted = this.command?.do;
    if (!wanted || this.#pressing) return;
    this.#pressing = true;
    try {
      for (let tries = 0; tries < 100 && this.#control.busy; tries += 1) await pause();
      const command = this.command;
      if (command?.do !== wanted) return;
      const answer = await this.#control.act(command);
      if (answer?.ok) await this.#caughtUp(answer.number ?? 0);
    } finally {
      this.#pressing = false;
    }
  }

  /** Take a key; true if it was one of a card, or what a scanner sends after one. */
  key(key: string): boolean {
    if (key === "Enter" && Date.now() - this.#typed < SCANNER_MS) return true;
    if (!this.wantsCard) return false;
    const typed = type(this.begun, key);
    this.begun = typed.begun;
    if (typed.card) this.enter(typed.card);
    return typed.taken;
  }

  /** Enter a card; one that comes while another is under way waits its turn. */
  enter(card: string): void {
    this.begun = "";
    this.#typed = Date.now();
    this.#chain = this.#chain.then(() => this.#send(card));
  }

  async #send(card: string): Promise<void> {
    const state = this.#control.state;
    if (!state) return;
    const down = this.step?.do === "turn" ? hidden(state) : null;
    const command: Command = this.correcting
      ? { do: "correct_card", card }
      : down
        ? { do: "turn", ...down, card }
        : { do: "deal", card };
    this.correcting = false;
    const answer = await this.#control.act(command);
    this.foreign = answer && !answer.ok && answer.error.code === "foreign_card" ? card : null;
    if (answer?.ok) await this.#caughtUp(answer.number ?? 0);
  }

  /** The answer may be here before the state: the next card is looked at with both. */
  async #caughtUp(number: number): Promise<void> {
    for (let tries = 0; tries < 40 && this.#control.table.seen.number < number; tries += 1) {
      await pause();
    }
  }
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 15));
}

function manual(state: StaffState): boolean {
  return state.shoe_kind === "manual";
}

function hidden(state: StaffState): { hand: Side; number: number } | null {
  for (const hand of ["player", "banker"] as const) {
    const at = state.cards[hand].indexOf(null);
    if (at >= 0) return { hand, number: at + 1 };
  }
  return null;
}
