import { expect, test, vi } from "vitest";
import { Money } from "$/game/money.ts";
import type { Answer, Bet, Command, Event } from "$/live/frame.ts";
import { BetQueue } from "$/live/betQueue.svelte.ts";
import type { Table } from "$/live/table.svelte.ts";

const money = new Money("0.01");
const stake = { box: 1, bet: "banker", standing: false, amount: 1000 };

const game = { bets: [{ key: "player", main: true }, { key: "banker", main: true }, { key: "tie", main: false }] };

/** A table that answers when it is told to, and whose felt lags behind its answers. */
function control(): { table: Table; sent: Command[]; answer: (ok?: boolean) => Promise<void>; mine: Bet[]; state: { round: number } } {
  const sent: Command[] = [];
  const waiting: ((answer: Answer) => void)[] = [];
  const mine: Bet[] = [];
  const state = { round: 1 };
  const command = (given: Command): Promise<Answer> => {
    sent.push(given);
    return new Promise((resolve) => waiting.push(resolve));
  };
  const answer = async (ok = true): Promise<void> => {
    const events: Event[] = [{ n: 1, at: "", type: "bet_placed", id: "b1" }];
    waiting.shift()?.(ok ? { ok, number: 1, again: false, events } : { ok, error: { code: "too_late", message: "" } });
    await new Promise((done) => setTimeout(done));
  };
  return { table: { command, mine, state, game } as unknown as Table, sent, answer, mine, state };
}

test("a second chip waits for the first, then adds to its bet, even before the felt shows it", async () => {
  const { table, sent, answer } = control();
  const betQueue = new BetQueue(table);
  void betQueue.put(money, stake);
  void betQueue.put(money, stake);
  await new Promise((done) => setTimeout(done));
  expect(betQueue.on(1, "banker", false)).toBe(2000);
  expect(sent).toEqual([{ do: "place_bet", box: 1, bet: "banker", amount: "10.00", round: 1 }]);
  await answer();
  expect(betQueue.on(1, "banker", false)).toBe(1000);
  expect(sent[1]).toEqual({ do: "increase_bet", bet: "b1", amount: "10.00", round: 1 });
  await answer();
  expect(betQueue.underWay).toBe(0);
});

test("what is refused is not on its way any more, and is not undone", async () => {
  const { table, sent, answer } = control();
  const betQueue = new BetQueue(table);
  void betQueue.put(money, stake);
  await new Promise((done) => setTimeout(done));
  await answer();
  void betQueue.put(money, { ...stake, bet: "tie" });
  await new Promise((done) => setTimeout(done));
  await answer(false);
  expect(betQueue.underWay).toBe(0);
  expect(sent).toHaveLength(2);
});

test("undo takes back what was put down last, and the whole bet if that was all", async () => {
  const { table, sent, answer, mine } = control();
  const betQueue = new BetQueue(table);
  void betQueue.put(money, stake);
  await new Promise((done) => setTimeout(done));
  await answer();
  mine.push({ id: "b1", player: "ann", box: 1, bet: "banker", amount: "30.00", standing: false });
  void betQueue.undo(money);
  await new Promise((done) => setTimeout(done));
  expect(sent.at(-1)).toEqual({ do: "withdraw_bet", bet: "b1", amount: "10.00", round: 1 });
});

test("rebet puts main bets down before side bets", async () => {
  const { table, sent, answer, mine, state } = control();
  const betQueue = new BetQueue(table);
  const bet = { player: "ann", box: 1, standing: false };
  mine.push({ ...bet, id: "a", bet: "tie", amount: "5.00" }, { ...bet, id: "b", bet: "player", amount: "25.00" });
  betQueue.keep(money);
  mine.length = 0;
  state.round = 2;
  void betQueue.again(money);
  await new Promise((done) => setTimeout(done));
  expect(sent.map((each) => each["bet"])).toEqual(["player"]);
  await answer();
  expect(sent.map((each) => each["bet"])).toEqual(["player", "tie"]);
});

const lying = { player: "ann", box: 1, standing: false };

test("chips are for the round of the click, however late they are sent, and come back if it is over", async () => {
  const { table, sent, answer, state } = control();
  const betQueue = new BetQueue(table);
  state.round = 74;
  void betQueue.put(money, stake);
  void betQueue.put(money, stake);
  await new Promise((done) => setTimeout(done));
  state.round = 75;
  await answer(false);
  expect(sent.map((each) => each["round"])).toEqual([74, 74]);
  await answer(false);
  expect([betQueue.underWay, betQueue.on(1, "banker", false)]).toEqual([0, 0]);
  void betQueue.put(money, stake);
  await new Promise((done) => setTimeout(done));
  expect(sent.at(-1)).toEqual({ do: "place_bet", box: 1, bet: "banker", amount: "10.00", round: 75 });
});

test("what is answered a round later is no bet of this round: neither raised nor taken back", async () => {
  const { table, sent, answer, mine, state } = control();
  const betQueue = new BetQueue(table);
  void betQueue.put(money, stake);
  await new Promise((done) => setTimeout(done));
  state.round = 2;
  await answer();
  mine.push({ ...lying, id: "c1", bet: "banker", amount: "10.00" });
  await betQueue.undo(money);
  expect(sent).toHaveLength(1);
  mine.length = 0;
  void betQueue.put(money, stake);
  await new Promise((done) => setTimeout(done));
  expect(sent.at(-1)).toMatchObject({ do: "place_bet", round: 2 });
});

test("clear, double and rebet are for the round of their click, to the last chip", async () => {
  const { table, sent, answer, mine, state } = control();
  const betQueue = new BetQueue(table);
  mine.push({ ...lying, id: "a", bet: "tie", amount: "5.00" }, { ...lying, id: "b", bet: "player", amount: "25.00" });
  betQueue.keep(money);
  void betQueue.double(money);
  void betQueue.clear();
  await new Promise((done) => setTimeout(done));
  expect(sent.map((each) => [each.do, each["round"]])).toEqual([["withdraw_bet", 1], ["withdraw_bet", 1], ["increase_bet", 1], ["increase_bet", 1]]);
  for (let waits = 0; waits < 4; waits += 1) await answer();
  mine.length = 0;
  state.round = 2;
  void betQueue.again(money);
  await new Promise((done) => setTimeout(done));
  state.round = 3;
  await answer();
  expect(sent.slice(4).map((each) => [each["bet"], each["round"]])).toEqual([["player", 2], ["tie", 2]]);
});

test("rebet says whether all of it lies", async () => {
  for (const last of [true, false]) {
    const { table, answer, mine, state } = control();
    const betQueue = new BetQueue(table);
    mine.push({ ...lying, id: "a", bet: "tie", amount: "5.00" }, { ...lying, id: "b", bet: "player", amount: "25.00" });
    betQueue.keep(money);
    mine.length = 0;
    state.round = 2;
    const all = betQueue.again(money);
    await new Promise((done) => setTimeout(done));
    await answer();
    await answer(last);
    expect(await all).toBe(last);
  }
});

test("what lay in a round that became void is bet again, without what was taken back and insurance", () => {
  const { table } = control();
  const betQueue = new BetQueue(table);
  const bets = [{ ...lying, id: "a", bet: "tie", amount: "0.00" }, { ...lying, id: "b", bet: "player", amount: "25.00" }, { ...lying, id: "c", bet: "cover", amount: "5.00", stage: "four_cards" as const }];
  betQueue.keep(money, bets);
  expect(betQueue.before).toEqual([{ box: 1, bet: "player", standing: false, amount: 2500 }]);
  // A round without any bets of mine is none to forget them for.
  betQueue.keep(money, []);
  expect(betQueue.before).toHaveLength(1);
});

test("a page that is loaded anew knows what lay before, if the patron is the same", () => {
  const kept = new Map<string, string>();
  vi.stubGlobal("sessionStorage", { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => kept.set(key, value) });
  const { table } = control();
  const betQueue = new BetQueue(table);
  betQueue.recall("ann");
  betQueue.keep(money, [{ ...lying, id: "b", bet: "player", amount: "25.00" }]);
  const [later, another] = [new BetQueue(table), new BetQueue(table)];
  later.recall("ann");
  another.recall("bob");
  expect([later.before, another.before]).toEqual([[{ box: 1, bet: "player", standing: false, amount: 2500 }], []]);
  vi.unstubAllGlobals();
});
