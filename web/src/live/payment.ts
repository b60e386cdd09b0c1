// A payment as it is seen: what moves when, in the order in which the house settles.
import type { Payment } from "$/game/payments.ts";

/** Milliseconds that one pile is on its way. */
export const STEP = 600;
/** As long as this a win lies beside its stake before both are taken. */
const LOOK = 700;
/** From one pile to the next; where there are many of them, all together take no longer than this. */
const APART: Record<Payment["act"], [each: number, all: number]> = { collect: [150, 900], pay: [500, 2600], return: [200, 600] };

export interface Move extends Payment {
  /** Milliseconds from the beginning until it sets off. */
  at: number;
}

export interface Script {
  moves: Move[];
  /** When stakes and wins that lie side by side go home. */
  home: number;
  end: number;
}

export function script(payments: Payment[]): Script {
  const count = (act: Payment["act"]): number => payments.filter((each) => each.act === act).length;
  const changes = payments.filter((each, at) => at > 0 && each.act !== payments[at - 1]?.act).length;
  let next = 0;
  const moves = payments.map((payment, at): Move => {
    const [each, all] = APART[payment.act];
    const before = payments[at - 1];
    // What is collected is nearly gone before anybody is paid.
    if (before && before.act !== payment.act) next += Math.min(STEP * 0.7, 1500 / changes);
    const starts = next;
    next += Math.min(each, all / count(payment.act));
    return { ...payment, at: starts };
  });
  const lies = (moves.at(-1)?.at ?? 0) + (moves.length ? STEP : 0);
  const home = lies + (count("pay") ? LOOK : 0);
  return { moves, home, end: home + (count("pay") ? STEP : 0) };
}
