// Who may give which command, as the server publishes it; the server itself decides.
import { ask } from "$/api/http.ts";
import type { Role, Roles } from "$/api/schema.ts";
import type { CommandName, NextStep } from "$/live/frame.ts";

const RETRY_MS = 2000;

export class Authority {
  /** The server's matrix; null until it has come. */
  matrix = $state.raw<Roles | null>(null);
  #loading = false;

  /** Ask the server for the matrix, until it answers. */
  async load(): Promise<void> {
    if (this.#loading || this.matrix) return;
    this.#loading = true;
    while (!this.matrix) {
      const answer = await ask("GET /api/roles");
      if (answer.ok) this.matrix = answer.value;
      else await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
    this.#loading = false;
  }

  /** The lowest role on the staff that may give a command: the staff act for patrons too. */
  least(command: CommandName): Role {
    const role = this.matrix?.least[command];
    return role === undefined || role === "player" ? "dealer" : role;
  }

  /** Whether somebody's role is as high as another; an auditor's and an administrator's are not among them. */
  reaches(role: string, other: Role): boolean {
    const roles: string[] = this.matrix?.roles ?? [];
    return roles.includes(role) && roles.indexOf(role) >= roles.indexOf(other);
  }

  /** Who a command takes as things stand: the table's own steps say so, a resumption that voids included. */
  needed(steps: NextStep[], command: CommandName): Role {
    const role = steps.find((step) => step.do === command)?.role;
    return role && role !== "player" ? role : this.least(command);
  }
}

export const authority = new Authority();
