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
  resolve: (answer: Answer | null) => void;
}

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
  async act(wanted: Command): Promise<Answer | null> {
    const command = this.table.meant(wanted);
    if (this.enough(command.do)) return this.give(command);
    return new Promise((resolve) => (this.asked = { command, role: this.needed(command.do), resolve }));
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

  async give(command: Command, approval?: Approval): Promise<Answer> {
    this.busy += 1;
    try {
      return await this.table.command(command, approval);
    } finally {
      this.busy -= 1;
    }
  }

  /** A supervisor's word: right, and the command is done; wrong, and it may be tried again. */
  async approve(approval: Approval): Promise<Answer> {
    const asked = this.asked;
    if (!asked) return { ok: false, error: { code: "malformed", message: "" } };
    const answer = await this.give(asked.command, approval);
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
