// What the staff see of a table besides what everybody does.
import type { Bet, Side, State } from "$/live/frame.ts";

export interface Excess {
  bet: string;
  player: string;
  box: number;
  kind: string;
  amount: string;
}

/** A bet that the dealer is about to raise, and the round that it lay in. */
export type Raised = Bet & { round: number };

export interface Case {
  kind: string;
  does: string;
  cards: string[];
  felt: (string | null)[];
  settled: boolean;
}

export interface StaffState extends State {
  excess?: Excess[];
  asked?: Partial<Record<Side, string>>;
  case?: Case | null;
  /** What patrons owe who had cashed out before their round was undone. */
  owed?: Record<string, string>;
}

export type Alarm = "report" | "interrupted" | "options" | "late" | "excess" | "shoe" | "hold";

/** Seconds after a deadline until somebody should look. */
const PATIENCE = 30;

/** What somebody in the pit should look at, the most pressing first. */
export function alarms(state: StaffState, now: number): Alarm[] {
  const found: Alarm[] = [];
  if (state.report) found.push("report");
  if (state.phase === "interrupted") found.push("interrupted");
  if (state.phase === "options") found.push("options");
  const deadline = state.deadline as { seconds: number; at?: string } | null;
  if (deadline?.at && Date.parse(deadline.at) + (deadline.seconds + PATIENCE) * 1000 < now) found.push("late");
  if (state.excess?.length) found.push("excess");
  if (state.shoe?.fault) found.push("shoe");
  return found;
}
