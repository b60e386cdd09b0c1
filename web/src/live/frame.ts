// What travels on the socket, typed by hand after docs/server.md: the OpenAPI document has no sockets.
// The names of events, commands and roles are the document's own.
import type { CommandIn, Events, Role } from "$/api/schema.ts";
import type { Said } from "$/i18n/render.ts";

export type EventType = Events["events"][number]["type"];
export type CommandName = CommandIn["command"]["do"];
export type Side = "player" | "banker";
export type Winner = Side | "tie";
export type Phase = "idle" | "betting" | "dealing" | "options" | "interrupted" | "complete";
export type Purpose = "bets" | "insurance" | "options" | "squeeze" | "player_dealer";

export interface Bet {
  id: string;
  player: string;
  box: number;
  bet: string;
  amount: string;
  standing: boolean;
  stage?: "four_cards" | "player_third";
  /** Its patron has it back already: taken back by choice, or given back before the round was paid. */
  handed?: boolean;
}

export interface Result {
  round: number;
  winner: Winner;
  player: number;
  banker: number;
  player_pair: boolean;
  banker_pair: boolean;
  natural: boolean;
}

export type Derived = "big_eye_boy" | "small_road" | "cockroach_pig";
export type Forecast = Record<Derived, string | null>;

export interface Board {
  shoe: number;
  results: Result[];
  big_road: string[][];
  big_eye_boy: string[][];
  small_road: string[][];
  cockroach_pig: string[][];
  forecast: Record<Side, Forecast>;
  counts: Record<string, number>;
}

export interface BoxLimits {
  min?: string;
  max?: string | null;
  max_differential?: string | null;
  side_min?: string;
  side_max?: string | null;
}

export interface Limits extends BoxLimits {
  scope?: "box" | "table";
  by_bet?: Record<string, { min?: string; max?: string }>;
  by_box?: Record<string, BoxLimits>;
}

export interface NextStep {
  do: CommandName;
  role: Role;
  why: string;
  said?: Said;
  rule: string | null;
}

export interface State {
  phase: Phase;
  open: boolean;
  round: number;
  game: string;
  bets: Bet[];
  seats: Record<string, string>;
  /** A card that lies face down is null. */
  cards: Record<Side, (string | null)[]>;
  shoe: { number: number; left: number | null; commitment: string | null; fault?: string | null } | null;
  ready: string[];
  insurance: Record<string, string>;
  /** Who left a seat after betting in this round: they insure nothing in it any more. */
  walked_away?: string[];
  options: Record<string, string | null>;
  report: string | null;
  player_dealer: { seat: number; player: string; wager: string; hands: number } | null;
  offered: number | null;
  dealer: { automatic: boolean; pace: Record<string, number> };
  deadline: { for: Purpose; seconds: number; at?: string } | null;
  limits: Limits;
  next: NextStep[];
  title: string;
  digest: string;
  decks: number;
  layout: string;
  boxes: number;
  unit: string;
  enforcement: "automatic" | "dealer";
  shoe_kind: "digital" | "manual" | "shuffler";
  face_down: boolean;
  insured: boolean;
  fee_schedule: Record<string, string>;
  kinds: string[];
  totals: Record<Side, number> | null;
  squeezes: Partial<Record<Side, string>>;
  /** The seated patron with the highest bet on a hand, and the hands that they may still ask to squeeze. */
  highest: string | null;
  may_squeeze: Side[];
  patrons: string[];
  board: Board;
  /** What the staff see besides. */
  balances?: Record<string, string>;
  house?: string;
  fees?: string;
  float?: string;
  drop?: string;
}

export interface Me {
  name: string;
  balance: string;
  available: string;
  /** What I owe here: a round was undone after I had cashed out what it paid me. */
  owed?: string;
  boxes: number[];
}

/** An event as it is stored; each kind has fields of its own. */
export interface Event {
  /** Its place in the log. */
  n: number;
  at: string;
  type: EventType;
  [field: string]: unknown;
}

export interface BetResult {
  id: string;
  outcome: "win" | "lose" | "push" | "returned";
  in_action: string;
  odds?: string;
  profit: string;
  back: string;
  rounding?: string;
  rules: string[];
}

/** `round_settled`: the object that `croupier settle` prints. */
export interface Settlement {
  id: number;
  game: string;
  result: Winner;
  player: { cards: string[]; total: number; natural: boolean };
  banker: { cards: string[]; total: number; natural: boolean };
  bets: BetResult[];
  net: Record<string, string>;
  house?: string;
  fees?: string;
}

export interface Refusal {
  code: string;
  message: string;
  said?: Said;
  rule?: string | null;
}

export interface TableFrame {
  table: string;
  number: number;
  whole?: true;
  state?: Partial<State>;
  events?: Event[];
  me?: Me;
}

/** While bets are open an answer shows its sender the bets and chips after it: the step for everybody may come later. */
export type Answer =
  | { ok: true; number: number | null; again: boolean; events: Event[]; state?: Partial<State>; me?: Me }
  | { ok: false; error: Refusal };

export type AnswerFrame = Answer & { answer: string; table: string };
export type NoticeFrame = { notice: "standing_still" | "going_on"; message: string; said?: Said };
export type Incoming = TableFrame | AnswerFrame | NoticeFrame | { pong: number; at?: string } | { ok: false; error: Refusal; table?: string };

export type Command = { do: CommandName; [field: string]: unknown };
export interface Approval {
  name: string;
  pin: string;
}
