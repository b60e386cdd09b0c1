// What the staff see of a table besides what everybody does.
import type { Bet, Settlement, Side, State } from "$/live/frame.ts";

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
  /** Reported between rounds: of the round that was paid last, or of the shoe. */
  settled: boolean;
  round: number;
  /** Whether the cards as they lie have decided a bet; null once the round is paid. */
  established: boolean | null;
  /** Who would choose between going on and their bets back. */
  choose: { mended: string[]; as_it_lies: string[] };
  bets: (Bet & { profit?: string })[];
  /** What each patron would get, or give, if the round were void. */
  if_void: Record<string, string>;
  shoe_out: boolean;
  /** What the shoe should hold, and how often the cards named were seen. */
  count: { cards: number; burned: number; out: number; left: number; decks: number; seen: Record<string, number>; doubtful: boolean } | null;
}

/** An original bet that may be given back, because insurance that was neglected would have won. */
export interface Lapse {
  bet: string;
  player: string;
  box: number;
  kind: string;
  amount: string;
  stage: string;
  hand: Side;
  why: "reported" | "hurried" | "not_offered";
}

export interface StaffState extends State {
  /** Insurance that was neglected in the last round; null where nothing is to be decided. */
  neglected?: { round: number; bets: Lapse[] } | null;
  excess?: Excess[];
  /** Bets under their minimum, and what each lacks. */
  below?: { bet: string; kind: string; box: number; amount: string }[];
  /** What paying the round now would store, while its cards still lie. */
  payable?: Settlement | null;
  asked?: Partial<Record<Side, string>>;
  case?: Case | null;
  /** What patrons owe who had cashed out before their round was undone. */
  owed?: Record<string, string>;
}

export type Alarm = "report" | "neglected" | "interrupted" | "options" | "late" | "excess" | "shoe" | "hold";

/** Seconds after a deadline until somebody should look. */
const PATIENCE = 30;

/** What somebody in the pit should look at, the most pressing first. */
export function alarms(state: StaffState, now: number): Alarm[] {
  const found: Alarm[] = [];
  if (state.report) found.push("report");
  if (state.neglected) found.push("neglected");
  if (state.phase === "interrupted") found.push("interrupted");
  if (state.phase === "options") found.push("options");
  const deadline = state.deadline as { seconds: number; at?: string } | null;
  if (deadline?.at && Date.parse(deadline.at) + (deadline.seconds + PATIENCE) * 1000 < now) found.push("late");
  if (state.excess?.length) found.push("excess");
  if (state.shoe?.fault) found.push("shoe");
  return found;
}
