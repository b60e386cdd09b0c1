// Who may do what at least; the tests hold it to the server's own matrix, which decides.
import type { NextStep } from "$/live/frame.ts";

const POSTS = ["player", "dealer", "pit_supervisor", "pit_manager", "shift_manager"] as const;
export type Role = (typeof POSTS)[number];

const LEAST: Record<string, Role> = {
  open_table: "shift_manager",
  rule: "shift_manager",
  close_table: "pit_manager",
  fill: "pit_manager",
  credit: "pit_manager",
  change_table: "pit_manager",
  return_uninsured: "pit_manager",
  reconstruct: "pit_supervisor",
  cannot_reconstruct: "pit_supervisor",
  decide_order: "pit_supervisor",
  replace_shoe: "pit_supervisor",
  void_round: "pit_supervisor",
  dismiss_report: "pit_supervisor",
  assign_dealer: "pit_supervisor",
};

export function least(command: string): Role {
  return LEAST[command] ?? "dealer";
}

/** Whether a post can give a command itself; the others need a supervisor's word. */
export function enough(post: string, command: string): boolean {
  return reaches(post, least(command));
}

/** Whether a post is as high as a role. */
export function reaches(post: string, role: Role): boolean {
  return POSTS.indexOf(post as Role) >= POSTS.indexOf(role);
}

/** Who a command takes as things stand: the table's own steps say so, a resumption that voids included. */
export function needed(steps: NextStep[], command: string): Role {
  const role = steps.find((step) => step.do === command)?.role as Role | undefined;
  return role && role !== "player" ? role : least(command);
}
