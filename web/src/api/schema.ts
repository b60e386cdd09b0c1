// Written by `./run types` from the OpenAPI document. Do not edit.

export interface Accept {
  token: string;
  name: string;
  password: string;
}

export interface Answered {
  ok: true;
  number: number | null;
  again: boolean;
  events: Record<string, unknown>[];
}

export interface Approval {
  name: string;
  pin: string;
}

export interface Cash {
  id: string;
  amount: string;
}

export interface ChangedPerson {
  post?: "player" | "dealer" | "pit_supervisor" | "pit_manager" | "shift_manager" | "auditor" | "administrator" | null;
  tables?: string[] | "all" | null;
  locked?: boolean | null;
  password?: string | null;
  pin?: string | null;
}

export interface CommandIn {
  id: string;
  command: Record<string, unknown>;
  approval?: Approval | null;
}

export interface Designed {
  ok: boolean;
  problems: Mistake[];
  bet: Record<string, unknown> | null;
  toml: string;
}

export interface Done {
  ok: true;
}

export interface Error {
  code: string;
  message: string;
  rule?: string | null;
}

export interface Events {
  table: string;
  number: number;
  events: Record<string, unknown>[];
  more: boolean;
}

export interface FactOut {
  name: string;
  values: (string | number | boolean)[];
  meaning: string;
  suits: boolean;
}

export interface Guest {
  name?: string | null;
}

export interface HTTPValidationError {
  detail?: ValidationError[];
}

export interface Health {
  ok: boolean;
  why?: string | null;
}

export interface House {
  demo: boolean;
  helpline: string | null;
}

export interface Incident {
  number: number;
  at: string;
  kind: string;
  actor: string;
  subject: string | null;
  table_id: string | null;
  before?: unknown;
  after?: unknown;
  detail?: unknown;
}

export interface Kind {
}

export interface Line {
  when: Record<string, unknown>;
  odds: string;
}

export interface Lobby {
  id: string;
  number: number;
  open: boolean;
  phase: string;
  round: number;
  game: string | null;
  title: string | null;
  boxes: number;
  taken: number;
  limits: Record<string, unknown> | null;
  unit: string | null;
  dealer: Record<string, unknown> | null;
  big_road: string[][];
  counts: Record<string, number>;
}

export interface Me {
  name: string;
  post: "player" | "dealer" | "pit_supervisor" | "pit_manager" | "shift_manager" | "auditor" | "administrator";
  tables: string[] | "all";
  locked: boolean;
  guest: boolean;
  made: string;
  wallet: string;
}

export interface Mistake {
  key: string;
  expected: string;
}

export interface NewPerson {
  name: string;
  post: "player" | "dealer" | "pit_supervisor" | "pit_manager" | "shift_manager" | "auditor" | "administrator";
  password: string;
  tables?: string[] | "all";
}

export interface NewTable {
  id: string;
}

export interface Passwords {
  old: string;
  new: string;
}

export interface Person {
  name: string;
  post: "player" | "dealer" | "pit_supervisor" | "pit_manager" | "shift_manager" | "auditor" | "administrator";
  tables: string[] | "all";
  locked: boolean;
  guest: boolean;
  made: string;
}

export interface Range {
  min?: number | null;
  max?: number | null;
}

export interface Refusal {
  ok: false;
  error: Error;
}

export interface RoundLine {
  round: number;
  began: string;
  ended: string | null;
  state: "running" | "settled" | "corrected" | "undone" | "void";
  result: string | null;
  player: (string | null)[];
  banker: (string | null)[];
  wagers: string;
  mine: string | null;
  house?: string | null;
  fees?: string | null;
}

export interface Session {
  id: string;
  name: string;
  made: string;
  seen: string;
  where: string;
  mine: boolean;
}

export interface SideBet {
  key: string;
  name: string;
  decks?: number;
  pays: Line[];
}

export interface SignIn {
  name: string;
  password: string;
}

export interface SignedIn {
  ok: true;
  token: string;
  person: Me;
}

export interface ValidationError {
  loc: (string | number)[];
  msg: string;
  type: string;
  input?: unknown;
  ctx?: Record<string, unknown>;
}

export interface View {
  table: string;
  number: number;
  state: Record<string, unknown>;
  me: Record<string, unknown> | null;
}

export interface Wallet {
  name: string;
  balance: string;
}

export interface Answers {
  "GET /api/games": Record<string, unknown>[];
  "GET /api/games/{key}": Record<string, unknown>;
  "POST /api/guest": SignedIn;
  "GET /api/happenings": Record<string, unknown>;
  "GET /api/house": House;
  "GET /api/incidents": Incident[];
  "POST /api/invitation": SignedIn;
  "GET /api/me": Me;
  "POST /api/me/password": Done;
  "GET /api/me/sessions": Session[];
  "DELETE /api/me/sessions/{session_id}": Done;
  "POST /api/odds/design": Designed;
  "GET /api/odds/facts": FactOut[];
  "GET /api/odds/{game}": Record<string, unknown>;
  "GET /api/people": Person[];
  "POST /api/people": Person;
  "GET /api/people/{name}": Person;
  "PATCH /api/people/{name}": Person;
  "GET /api/people/{name}/sessions": Session[];
  "DELETE /api/people/{name}/sessions/{session_id}": Done;
  "GET /api/reports": Record<string, unknown>;
  "POST /api/sign-in": SignedIn;
  "POST /api/sign-out": Done;
  "GET /api/tables": Lobby[];
  "POST /api/tables": Done;
  "GET /api/tables/{table}": View;
  "POST /api/tables/{table}/commands": Answered;
  "GET /api/tables/{table}/events": Events;
  "GET /api/tables/{table}/rounds": RoundLine[];
  "GET /api/tables/{table}/rounds/{round}": Record<string, unknown>;
  "GET /api/tables/{table}/rounds/{round}/dispute": unknown;
  "GET /api/tables/{table}/shoes/{shoe}": Record<string, unknown>;
  "GET /api/wallets/{name}": Wallet;
  "POST /api/wallets/{name}/deposits": Done;
  "POST /api/wallets/{name}/withdrawals": Done;
  "GET /healthz": Health;
}
