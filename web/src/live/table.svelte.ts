// One table as this browser sees it: frames folded, commands given, bets on their way.
import { ask, clock, resuming } from "$/api/http.ts";
import { gameOf, type Game } from "$/game/game.ts";
import { fold, foldAnswer, nothing, type Seen } from "./fold.ts";
import type { Answer, Approval, Bet, Command, CommandName, Event, Me, Refusal, State, TableFrame } from "./frame.ts";
import { socket, type Still } from "./socket.svelte.ts";

/** How many events of the past a page asks for when it opens: the present round and its deadline. */
const PAST = 80;

/** What belongs to one round: in another one the house refuses it, and nothing is staked. */
const OF_A_ROUND = new Set<CommandName>(["place_bet", "increase_bet", "withdraw_bet", "place_insurance"]);

export class Table {
  readonly id: string;
  seen = $state.raw<Seen>(nothing);
  missing = $state(false);
  /** What was refused, and which round it was meant for. */
  refusal = $state.raw<(Refusal & { do: CommandName; round?: number | undefined }) | null>(null);
  /** Events of the frame that came last, for sounds and what is read out. */
  fresh = $state.raw<Event[]>([]);
  /** Whether the page has caught up: what came before is no news. */
  caughtUp = $state(false);
  /** Called before a frame is shown and after it: what moves has to know where everything lay. */
  readonly ahead: ((frame: TableFrame) => void)[] = [];
  readonly after: ((frame: TableFrame) => void)[] = [];
  /** The line over which the whole table came last. */
  #line = $state(-1);
  #stop: (() => void) | undefined;
  #from: number | undefined;

  constructor(id: string) {
    this.id = id;
  }

  get state(): State | null {
    return this.seen.state;
  }

  /** The game that this table was opened with, whatever is offered under its key by now. */
  get game(): Game | null {
    return gameOf(this.state?.game, this.state?.digest);
  }

  get me(): Me | null {
    return this.seen.me;
  }

  /** Whether the line is whole and what is shown is how the table stands: else nothing is bet. */
  get live(): boolean {
    return socket.standing === "open" && this.#line === socket.line;
  }

  async open(): Promise<void> {
    const view = await ask("GET /api/tables/{table}", { path: { table: this.id } });
    if (!view.ok) {
      this.missing = view.status === 404;
      if (this.missing) return;
    } else {
      const { number, state, me } = view.value;
      this.seen = { ...nothing, state: state as unknown as State, me: me as unknown as Me | null };
      this.#from = Math.max(0, number - PAST);
    }
    this.#stop = socket.watch(this.id, {
      after: () => (this.seen.number > 0 ? this.seen.number : this.#from),
      take: (frame) => this.#take(frame),
    });
  }

  close(): void {
    this.#stop?.();
  }

  /** A command with the round that is seen now, unless it names one: made at the click, whenever it is sent. */
  meant(command: Command): Command {
    if (!OF_A_ROUND.has(command.do) || command["round"] !== undefined || !this.state) return command;
    return { ...command, round: this.state.round };
  }

  /** `witness` is a second person who signs too, by name and PIN. */
  async command(command: Command, approval?: Approval, witness?: Approval, still?: Still): Promise<Answer> {
    this.refusal = null;
    const meant = this.meant(command);
    let answer = await socket.command(this.id, meant, approval, witness, still);
    if (!answer.ok && answer.error.code === "pin_needed" && (await resuming.ask?.())) answer = await socket.command(this.id, meant, approval, witness, still);
    if (!answer.ok) this.refusal = { ...answer.error, do: command.do, round: meant["round"] as number | undefined };
    this.seen = foldAnswer(this.seen, answer);
    return answer;
  }

  /** My own bets that lie on the felt. */
  get mine(): Bet[] {
    const name = this.me?.name;
    return this.state?.bets.filter((bet) => bet.player === name) ?? [];
  }

  #take(frame: TableFrame): void {
    const before = this.seen.number;
    for (const look of this.ahead) look(frame);
    this.seen = fold(this.seen, frame, Date.now(), clock.ahead);
    if (frame.whole) {
      this.caughtUp = true;
      this.#line = socket.line;
    } else if (this.caughtUp) this.fresh = frame.number > before ? (frame.events ?? []) : [];
    for (const look of this.after) look(frame);
  }
}
