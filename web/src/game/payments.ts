// Paying: in which order the dealer does it, and in which chips.
import { betOf, type Game } from "$/game/game.ts";
import type { Money } from "$/game/money.ts";
import type { Bet, BetResult, Event } from "$/live/frame.ts";

export interface Payment {
  bet: Bet;
  result: BetResult;
  act: "collect" | "pay" | "return";
  /** What moves, as the house writes it: what is lost, what is won, or what goes back. */
  amount: string;
}

/** Chips of the house in whole units of money, the largest first. */
const CHIPS = [100_000, 25_000, 10_000, 5000, 1000, 500, 100, 25, 5, 1];

export interface Stack {
  chip: number;
  count: number;
}

/** Break an amount of hundredths into chips; what no chip pays is left over as coins. */
export function stacks(units: number, places: number): { chips: Stack[]; rest: number } {
  const one = 10 ** places;
  const chips: Stack[] = [];
  let left = Math.abs(units);
  for (const chip of CHIPS) {
    const count = Math.floor(left / (chip * one));
    if (count) chips.push({ chip, count });
    left -= count * chip * one;
  }
  return { chips, rest: left };
}

/** An amount in chips, as a dealer cuts them: "2×500  1×25". */
export function cut(money: Money, amount: string, locale: string): string {
  const { chips, rest } = stacks(money.read(amount), money.places);
  const said = chips.map(({ chip, count }) => `${count}×${chip.toLocaleString(locale)}`);
  return [...said, ...(rest ? [money.show(rest, locale)] : [])].join("  ");
}

/**
 * The house's own game: what is lost is collected first, then winners are paid box by box, the
 * seated patron before those who stand, then what was not in action goes back. With a player-dealer: the order of action, from the seat
 * to the left, bet by bet as the game's file has them. What went back to its patron before is not
 * handed back a second time.
 */
export function payingOrder(
  results: BetResult[],
  bets: Record<string, Bet>,
  game: Game | null,
  banker: { seat: number; seats: number } | null,
): Payment[] {
  const known = results.flatMap((result): Payment[] => {
    const bet = bets[result.id];
    return bet && !bet.handed ? parts(bet, result) : [];
  });
  const order = game?.bank.order ?? [];
  const turn = (kind: string): number => (order.includes(kind) ? order.indexOf(kind) : order.length);
  const place = (payment: Payment): number[] => {
    const { bet, act } = payment;
    if (banker) return [turn(bet.bet), (bet.box - banker.seat + banker.seats) % banker.seats];
    return [["collect", "pay", "return"].indexOf(act), bet.box, bet.standing ? 1 : 0, betOf(game, bet.bet)?.main ? 0 : 1];
  };
  return known
    .map((payment, at) => ({ payment, key: [...place(payment), at] }))
    .toSorted((a, b) => compare(a.key, b.key))
    .map((each) => each.payment);
}

/** Every stake of a void round goes back as it lies, box by box. */
export function handingBack(bets: Bet[]): Payment[] {
  const back = bets.map((bet): Payment => ({ bet, result: { id: bet.id, outcome: "returned", in_action: "0", profit: "0", back: bet.amount, rules: [] }, act: "return", amount: bet.amount }));
  return back.toSorted((a, b) => a.bet.box - b.bet.box);
}

/** Fees of a round by patron: taken when its bets were closed. */
export function feesOf(events: Event[], round: number): [player: string, amount: string][] {
  const closed = events.findLast((event) => event.type === "bets_closed" && Number(event["round"]) === round);
  return Object.entries((closed?.["fees"] ?? {}) as Record<string, string>);
}

/** A bet that loses in part is collected in part: the rest was not in action, and goes back. */
function parts(bet: Bet, result: BetResult): Payment[] {
  if (result.outcome === "win") return [{ bet, result, act: "pay", amount: result.profit }];
  const back: Payment = { bet, result, act: "return", amount: result.back };
  if (result.outcome !== "lose") return [back];
  const lost: Payment = { bet, result, act: "collect", amount: result.profit };
  return /[1-9]/.test(result.back) ? [lost, back] : [lost];
}

function compare(a: number[], b: number[]): number {
  for (let at = 0; at < a.length; at += 1) {
    const difference = (a[at] ?? 0) - (b[at] ?? 0);
    if (difference) return difference;
  }
  return 0;
}
