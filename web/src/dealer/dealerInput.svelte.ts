// The dealer's own hand at the console: the act that is due, and cards as they are typed or scanned.
import { untrack } from "svelte";
import type { TableControl } from "$/staff/tableControl.svelte.ts";
import type { StaffState } from "$/staff/state.ts";
import { due, given } from "$/staff/steps.ts";
import { nextHand } from "$/staff/tableau.ts";
import { SCANNER_MS, type } from "$/staff/typedCards.ts";
import type { Answer, Command, CommandName, NextStep, Side } from "$/live/frame.ts";
import { socket } from "$/live/socket.svelte.ts";
import { insurable, insuranceStage } from "./insuranceStep.ts";

/** Commands that a manual shoe takes a typed card for. */
const TAKES_A_CARD = new Set<CommandName | undefined>(["deal", "turn"]);

/** A rank that no suit follows within this time was no card. */
const STRAY_MS = 1000;

/** So long nothing is pressed after somebody else has moved the table on: whoever presses had the act before in mind. */
const OVERTAKEN_MS = 700;

/** A card that was typed, and where it was due then. */
interface Typed {
  card: string;
  command: Command;
}

/**
 * Why a card was not taken: it cannot be in the shoe, typed wrong or really there; insurance is open; no card
 * is due; another one was dealt where it was due.
 */
export interface NotTaken {
  why: "foreign" | "early" | "stray" | "dropped";
  card: string;
  /** Where it counts: once the table has moved on it is no news. */
  at: string;
}

export class DealerInput {
  readonly #control: TableControl;
  begun = $state("");
  /** Cards that have not been answered yet, in the order in which they were typed. */
  pending = $state.raw<Typed[]>([]);
  #notTaken = $state.raw<NotTaken | null>(null);
  /** The act that was asked for, and that a second key confirms; where the table stood then. */
  #armed = $state.raw<{ command: Command; point: string } | null>(null);
  /** Where the table stood when the last card was to be put right. */
  #correctingAt = $state("");
  /** The stage of insurance whose end is on its way to the house. */
  #ending = $state("");
  #stray = { begun: "", at: 0 };
  #chain: Promise<void> = Promise.resolve();
  #typed = -Infinity;
  #quiet: ReturnType<typeof setTimeout> | undefined;
  /** A card has just come: the Enter that a scanner adds to it is no word. */
  quiet = $state(false);
  /** What is due is being done: a second press meanwhile is not kept. */
  pressing = $state(false);
  /** What is due has just changed, and not by this console: a press now was meant for what was due before. */
  overtaken = $state(false);
  readonly #what = $derived.by(() => this.#point() && `${this.#point()} ${this.insuring}`);

  constructor(control: TableControl) {
    this.#control = control;
    let before = "";
    $effect(() => {
      const due = this.#what;
      return untrack(() => {
        const ownAct = this.pressing || control.busy > 0 || this.pending.length > 0;
        this.overtaken = before !== "" && due !== before && !ownAct;
        before = due;
        const timer = setTimeout(() => (this.overtaken = false), OVERTAKEN_MS);
        return () => clearTimeout(timer);
      });
    });
  }

  /** Whether the primary act can be pressed now. */
  get listens(): boolean {
    return !(this.overtaken || this.pressing || this.down || this.#control.busy > 0);
  }

  get step(): NextStep | undefined {
    const state = this.#control.state;
    return state?.next ? due(state.next) : undefined;
  }

  /** Whether insurance is open, which is a step of its own: no card is taken before the dealer ends it. */
  get insuring(): boolean {
    const state = this.#control.state;
    return state !== null && this.step?.do === "deal" && insurable(state, this.#control.game) && this.#ending !== insuranceStage(state);
  }

  get down(): boolean {
    return socket.standing !== "open";
  }

  /** An act that cannot be taken back, whose second key is awaited. */
  get armed(): Command | null {
    return this.#armed?.point === this.#point() ? this.#armed.command : null;
  }

  /** The next card typed takes the place of the last one, as long as that is the last one. */
  get correcting(): boolean {
    return this.#correctingAt === this.#point() && this.#control.step("correct_card") !== undefined;
  }

  set correcting(wanted: boolean) {
    this.#correctingAt = wanted ? this.#point() : "";
    this.begun = "";
  }

  /** The card that was typed last and not taken, until the table has moved on. */
  get notTaken(): NotTaken | null {
    return this.#notTaken?.at === this.#where(this.#notTaken?.why ?? "stray") ? this.#notTaken : null;
  }

  /** The command that the primary button gives; null where it needs a card or a decision first. */
  get command(): Command | null {
    const state = this.#control.state;
    const step = this.step;
    if (!state || !step || given(step.do, step.role, state) === "hand") return null;
    const here = { round: state.round, place: place(state) };
    if (this.insuring) return { do: "close_insurance", ...here };
    if (step.do === "deal") return manual(state) && !state.ready.length && !staysDown(state) ? null : { do: "deal", ...here };
    if (step.do === "turn") {
      const down = hidden(state);
      return manual(state) || !down ? null : { do: "turn", ...down };
    }
    if (step.do === "offer_player_dealer") return { do: step.do, seat: Number(Object.keys(state.seats)[0]) };
    return { do: step.do };
  }

  get wantsCard(): boolean {
    const state = this.#control.state;
    if (state === null || !manual(state)) return false;
    // A card that lies ready is known: it is dealt, never typed again.
    return this.correcting || (TAKES_A_CARD.has(this.step?.do) && !this.insuring && !(this.step?.do === "deal" && state.ready.length));
  }

  /** The patron who turns the card that is due: the dealer waits, and no stray key takes it away. */
  get turner(): string | null {
    const state = this.#control.state;
    const down = state && this.step?.do === "turn" ? hidden(state) : null;
    return (down && state?.squeezes[down.hand]) ?? null;
  }

  /** Do what is due. It waits for what is under way, but a second press is not kept; nothing waits for a lost line. */
  async press(): Promise<void> {
    // A second Enter is no second word, and half a card is none either.
    if (this.overtaken || this.armed || this.correcting || this.begun) return;
    const command = this.command;
    if (!command || this.pressing) return;
    if (!this.#asks(command)) await this.#give(command.do);
  }

  /** An act that is not what is due, from a button: one that cannot be taken back waits for its second key. */
  async other(command: Command): Promise<void> {
    if (!this.#asks(command)) await this.#control.act(command);
  }

  /** Ask for the second key where an act takes one; a supervisor's PIN is one too. Nothing is asked for without a line. */
  #asks(command: Command): boolean {
    const state = this.#control.state;
    if (!state || this.down) return true;
    const role = this.#control.step(command.do)?.role;
    if (given(command.do, role, state) !== "second" || !this.#control.enough(command.do)) return false;
    this.#armed = { command, point: this.#point() };
    return true;
  }

  /** The second key for what cannot be taken back. */
  async confirm(): Promise<void> {
    const command = this.armed;
    if (!command || this.down) return;
    this.#armed = null;
    await this.#control.act(command);
  }

  cancel(): void {
    this.#armed = null;
    this.correcting = false;
    this.#notTaken = null;
  }

  async #give(wanted: CommandName): Promise<void> {
    this.pressing = true;
    try {
      for (let tries = 0; tries < 100 && this.#control.busy; tries += 1) await pause();
      const command = this.command;
      if (command?.do !== wanted) return;
      const answer = await (wanted === "close_insurance" ? this.#endInsurance(command) : this.#control.act(command));
      if (answer?.ok) await this.#caughtUp(answer.number ?? 0);
    } finally {
      this.pressing = false;
    }
  }

  /** End insurance; the next card may be typed at once, and waits its turn. */
  async #endInsurance(command: Command): Promise<Answer | null> {
    const state = this.#control.state;
    if (state) this.#ending = insuranceStage(state);
    this.#notTaken = null;
    const answer = await this.#control.act(command);
    if (!answer?.ok) this.#ending = "";
    return answer;
  }

  /** Take a key, pressed at a time of the page's clock; true if it was one of a card, or what a scanner sends after one. */
  key(key: string, at = performance.now()): boolean {
    if (key === "Enter") return at - this.#typed < SCANNER_MS;
    if (this.#control.state?.shoe_kind !== "manual") return false;
    if (!this.wantsCard) return this.#strayKey(key, at);
    const typed = type(this.begun, key);
    this.begun = typed.begun;
    if (typed.card) this.enter(typed.card, at);
    return typed.taken;
  }

  /** A card is typed where none is due: it is told, and the Enter after it presses nothing. */
  #strayKey(key: string, at: number): boolean {
    if (key.length !== 1) return false;
    const begun = at - this.#stray.at < STRAY_MS ? this.#stray.begun : "";
    const typed = type(begun, key);
    this.#stray = { begun: typed.begun, at };
    if (typed.card) this.enter(typed.card, at);
    return typed.taken;
  }

  /** Enter a card; one that comes while another is under way, or while the line is down, waits its turn. */
  enter(card: string, at = performance.now()): void {
    this.begun = "";
    this.#hush(at);
    const state = this.#control.state;
    if (!this.wantsCard) return this.#refuse(this.insuring ? "early" : "stray", card);
    // What is put right is the last card that lies: nobody knows which one that is while the line is down.
    if (!state || (this.correcting && this.down)) return;
    this.#notTaken = null;
    const last = this.pending.at(-1)?.command;
    const turned = this.step?.do === "turn" ? hidden(state, this.pending.map((each) => each.command)) : null;
    const next = last?.do === "deal" ? Number(last["place"]) + 1 : place(state);
    const command: Command = this.correcting
      ? { do: "correct_card", card }
      : turned
        ? { do: "turn", ...turned, card, round: state.round }
        : { do: "deal", card, round: state.round, place: next };
    this.correcting = false;
    const typed = { card, command };
    this.pending = [...this.pending, typed];
    this.#chain = this.#chain.then(() => this.#send(typed));
  }

  async #send(typed: Typed): Promise<void> {
    try {
      if (!this.#due(typed.command)) return this.#refuse("dropped", typed.card);
      const answer = await this.#control.act(typed.command);
      const refused = answer && !answer.ok ? answer.error.code : null;
      if (refused === "foreign_card") this.#refuse("foreign", typed.card);
      if (refused === "too_late") this.#refuse("dropped", typed.card);
      if (answer?.ok) await this.#caughtUp(answer.number ?? 0);
    } finally {
      this.pending = this.pending.filter((each) => each !== typed);
    }
  }

  /** Whether a card is still due where it was typed for; the house looks at that too. */
  #due(command: Command): boolean {
    const state = this.#control.state;
    if (!state || this.insuring) return false;
    if (command.do === "deal") return command["round"] === state.round && command["place"] === place(state);
    return command["round"] === undefined || command["round"] === state.round;
  }

  #refuse(why: NotTaken["why"], card: string): void {
    this.#notTaken = { why, card, at: this.#where(why) };
  }

  /** As long as what is due stays; that another card was dealt is told for the whole round. */
  #where(why: NotTaken["why"]): string {
    return why === "dropped" ? String(this.#control.state?.round) : this.#point();
  }

  /** Listen to no Enter for a moment. */
  #hush(at: number): void {
    this.#typed = at;
    this.quiet = true;
    clearTimeout(this.#quiet);
    this.#quiet = setTimeout(() => (this.quiet = false), Math.max(0, at + SCANNER_MS - performance.now()));
  }

  /** Where the table stands: a word that was given for one point does not count at another. */
  #point(): string {
    const state = this.#control.state;
    return state ? `${this.step?.do} ${state.phase} ${state.round} ${place(state)} ${state.shoe?.number} ${state.report}` : "";
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

/** Which card of the round the next one is. */
function place(state: StaffState): number {
  return state.cards.player.length + state.cards.banker.length + 1;
}

/** Whether the next card belongs to a hand that a patron turns: it is dealt face down. */
export function staysDown(state: StaffState): boolean {
  const hand = nextHand(state.cards);
  return Boolean(hand && state.squeezes[hand]);
}

/** The card that is turned next, of those that are not on their way already. */
function hidden(state: StaffState, pending: Command[] = []): { hand: Side; number: number } | null {
  const found = (["player", "banker"] as const).flatMap((hand) => state.cards[hand].flatMap((card, at) => (card === null ? [{ hand, number: at + 1 }] : [])));
  return found.find(({ hand, number }) => !pending.some((each) => each["hand"] === hand && each["number"] === number)) ?? null;
}
