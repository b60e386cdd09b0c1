import { beforeEach, expect, test, vi } from "vitest";
import type { Roles } from "$/api/schema.ts";
import { nothing } from "$/live/fold.ts";
import type { Command, State } from "$/live/frame.ts";
import { socket } from "$/live/socket.svelte.ts";
import { Table } from "$/live/table.svelte.ts";
import { authority } from "$/staff/authority.svelte.ts";
import { TableControl } from "$/staff/tableControl.svelte.ts";
import { session } from "$/session.svelte.ts";
import vectors from "./vectors.json";

/** A socket of which the test holds the other end. */
class Socket extends EventTarget {
  static readonly OPEN = 1;
  static readonly made: Socket[] = [];
  readyState = 0;
  readonly sent: Record<string, unknown>[] = [];

  constructor() {
    super();
    Socket.made.push(this);
  }

  static get last(): Socket {
    return Socket.made.at(-1) as Socket;
  }

  open(): void {
    this.readyState = 1;
    this.dispatchEvent(new Event("open"));
  }

  close(): void {
    this.readyState = 3;
    this.dispatchEvent(Object.assign(new Event("close"), { code: 1006 }));
  }

  send(frame: string): void {
    this.sent.push(JSON.parse(frame) as Record<string, unknown>);
  }

  answer(frame: object): void {
    this.dispatchEvent(Object.assign(new Event("message"), { data: JSON.stringify(frame) }));
  }

  get commands(): Record<string, unknown>[] {
    return this.sent.filter((frame) => "command" in frame);
  }
}

vi.stubGlobal("WebSocket", Socket);
vi.stubGlobal("addEventListener", () => undefined);
vi.stubGlobal("location", { protocol: "http:", host: "house" });
Object.assign(document, { addEventListener: () => undefined });

beforeEach(() => vi.useFakeTimers());

function at(round: number, table: Table): void {
  table.seen = { ...nothing, state: { round } as State };
}

const bet: Command = { do: "place_bet", box: 1, bet: "banker", amount: "10.00" };

test("a command that was lost is sent again as it was clicked, in whatever round", async () => {
  const table = new Table("t");
  at(74, table);
  const answered = table.command(bet);
  Socket.last.open();
  expect(Socket.last.commands.map((frame) => frame["command"])).toEqual([{ ...bet, round: 74 }]);
  const first = Socket.last.commands[0];
  Socket.last.close();
  at(75, table);
  vi.advanceTimersByTime(1000);
  Socket.last.open();
  expect(Socket.made.length).toBeGreaterThan(1);
  expect(Socket.last.commands).toEqual([first]);
  Socket.last.answer({ answer: first?.["id"], table: "t", ok: false, error: { code: "too_late", message: "…" } });
  expect((await answered).ok).toBe(false);
  expect(table.refusal).toEqual({ code: "too_late", message: "…", do: "place_bet", round: 74 });
});

test("bets and insurance name the round that is seen, others do not, and a round that is named stays", () => {
  const table = new Table("t");
  expect(table.meant(bet)).toEqual(bet);
  at(74, table);
  for (const act of ["place_bet", "increase_bet", "withdraw_bet", "place_insurance"] as const) {
    expect(table.meant({ do: act })).toEqual({ do: act, round: 74 });
    expect(table.meant({ do: act, round: 73 })).toEqual({ do: act, round: 73 });
  }
  for (const act of ["sit", "deal", "choose", "report"] as const) expect(table.meant({ do: act })).toEqual({ do: act });
});

test("what the dealer does for a patron is for the round of the click, also while a supervisor is asked", async () => {
  authority.matrix = vectors.roles as Roles;
  const control = new TableControl("t");
  at(74, control.table);
  session.me = { post: "dealer" } as typeof session.me;
  void control.act({ do: "withdraw_bet", bet: "b1", player: "ann" });
  await Promise.resolve();
  expect(Socket.last.commands.at(-1)?.["command"]).toEqual({ do: "withdraw_bet", bet: "b1", player: "ann", round: 74 });
  session.me = null;
  void control.act(bet);
  at(75, control.table);
  expect(control.asked?.command).toEqual({ ...bet, round: 74 });
});

test("a dealer's word is sent a second time only where play stands as it did", async () => {
  const table = new Table("t");
  at(74, table);
  const stop = socket.watch("t", { after: () => 1, take: () => undefined });
  if (Socket.last.readyState !== 1) Socket.last.open();
  let meant = true;
  const reported = table.command({ do: "report", kind: "other" });
  const [gone, kept] = [table.command({ do: "settle" }, undefined, undefined, () => meant), table.command({ do: "open_bets" }, undefined, undefined, () => true)];
  Socket.last.close();
  vi.advanceTimersByTime(1000);
  Socket.last.open();
  const sent = () => Socket.last.commands.map((frame) => (frame["command"] as Command).do).filter((act) => act !== "withdraw_bet");
  // Where the table stands is not known yet.
  expect(sent()).toEqual(["report"]);
  meant = false;
  Socket.last.answer({ table: "t", number: 9, whole: true, state: {} });
  expect(sent()).toEqual(["report", "open_bets"]);
  expect((await gone).ok).toBe(false);
  expect(table.refusal?.code).toBe("overtaken");
  for (const { id } of Socket.last.commands) Socket.last.answer({ answer: id, table: "t", ok: true, number: 9, events: [] });
  expect([(await reported).ok, (await kept).ok]).toEqual([true, true]);
  stop();
});
