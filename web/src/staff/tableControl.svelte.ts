// A table as the staff hold it: commands, and a supervisor's word for those that need one.
import type { Role } from "$/api/schema.ts";
import { betName, type Game, type Procedure } from "$/game/game.ts";
import { Money } from "$/game/money.ts";
import type { Answer, Approval, Command, CommandName, NextStep } from "$/live/frame.ts";
import { Table } from "$/live/table.svelte.ts";
import { session } from "$/session.svelte.ts";
import { authority } from "./authority.svelte.ts";
import type { StaffState } from "./state.ts";

interface Asked {
  command: Command;
  role: Role;
  witness: Approval | undefined;
  /** What it was meant for. */
  point: string;
  resolve: (answer: Answer | null) => void;
}

/** Decisions about a round or a report: they are meant for that one, and for no other. */
const OF_A_CASE = new Set<CommandName>(["void_round", "dismiss_report", "reconstruct", "cannot_reconstruct", "decide_order", "replace_shoe", "resume", "return_uninsured"]);

/** What is meant whenever it arrives, or says itself which round and card it is meant for. */
const ANY_TIME = new Set<CommandName>(["buy_in", "cash_out", "fill", "credit", "sit", "leave", "change_table", "open_table", "close_table", "assign_dealer", "add_entropy", "report", "rule", "deal", "turn", "place_bet", "increase_bet", "withdraw_bet", "place_insurance"]);

export class TableControl {
  readonly table: Table;
  /** The command that waits for a supervisor's name and PIN. */
  asked = $state.raw<Asked | null>(null);
  busy = $state(0);

  constructor(id: string) {
    this.table = new Table(id);
  }

  get id(): string {
    return this.table.id;
  }

  get state(): StaffState | null {
    return this.table.state as StaffState | null;
  }

  get money(): Money {
    return new Money(this.state?.unit);
  }

  get game(): Game | null {
    return this.table.game;
  }

  get procedures(): Record<string, Procedure> {
    return this.game?.procedures ?? {};
  }

  /** Whether the game limits the hands by their differential. */
  get differential(): boolean {
    return this.game?.limits.assessed === "differential";
  }

  /** Whether a player-dealer banks: the house has no money to give or take. */
  get banked(): boolean {
    return this.game?.bank.by === "player-dealer";
  }

  /** What a bet is called. */
  named(bet: string): string {
    return betName(this.game, bet);
  }

  /** Give a command; one that is not for this role waits for a supervisor. Null: it was given up. */
  async act(wanted: Command, witness?: Approval): Promise<Answer | null> {
    const command = this.table.meant(wanted);
    if (!this.enough(command.do)) return this.#ask(command, this.needed(command.do), witness);
    const answer = await this.give(command, undefined, witness);
    if (answer.ok || (answer.error.said as { say?: string } | null | undefined)?.say !== "server.cash_needs_pit") return answer;
    // Only the server knows from which amount on cash and chips take a second person.
    this.table.refusal = null;
    return this.#ask(command, "pit_supervisor", witness);
  }

  #ask(command: Command, role: Role, witness: Approval | undefined): Promise<Answer | null> {
    return new Promise((resolve) => (this.asked = { command, role, witness, point: this.point(command.do), resolve }));
  }

  /** Which round and which report a command is about; "" for one that is about neither. */
  point(command: CommandName): string {
    const reported = this.table.seen.events.findLast((event) => event.type === "irregularity_reported");
    const report = this.state?.report ? `${this.state.report} ${reported?.n}` : "";
    // A ruling without a report is not tied to a round.
    if (command === "rule") return report;
    return OF_A_CASE.has(command) ? `${this.state?.round} ${report}` : "";
  }

  /** Whether what waits for a supervisor's word has been overtaken: somebody else decided, or another round is on. */
  get outdated(): boolean {
    return this.asked !== null && this.asked.point !== this.point(this.asked.command.do);
  }

  /** Where play stands: another card, another round or another report, and it is another one. */
  get #moment(): string {
    const state = this.state;
    return state ? [state.phase, state.round, state.cards.player.length, state.cards.banker.length, state.report, state.shoe?.number, state.offered].join() : "";
  }

  /** The step of the state that a command is, where the table offers it now. */
  step(command: CommandName): NextStep | undefined {
    return this.state?.next?.find((each) => each.do === command);
  }

  needed(command: CommandName): Role {
    return authority.needed(this.state?.next ?? [], command);
  }

  /** Whether whoever is signed in here can give a command without a supervisor's word. */
  enough(command: CommandName): boolean {
    return authority.reaches(session.me?.post ?? "", this.needed(command));
  }

  async give(command: Command, approval?: Approval, witness?: Approval): Promise<Answer> {
    this.busy += 1;
    // A word that was given before the line broke must not count at another point of play.
    const given = ANY_TIME.has(command.do) ? null : this.#moment;
    const still = given === null ? undefined : () => this.#moment === given;
    try {
      return await this.table.command(command, approval, witness, still);
    } finally {
      this.busy -= 1;
    }
  }

  /** A supervisor's word: right, and the command is done; wrong, and it may be tried again. */
  async approve(approval: Approval): Promise<Answer> {
    const asked = this.asked;
    if (!asked || this.outdated) return { ok: false, error: { code: "malformed", message: "" } };
    const answer = await this.give(asked.command, approval, asked.witness);
    if (answer.ok || !["forbidden", "not_allowed"].includes(answer.error.code)) {
      this.asked = null;
      asked.resolve(answer);
    }
    return answer;
  }

  giveUp(): void {
    this.asked?.resolve(null);
    this.asked = null;
    this.table.refusal = null;
  }
}
