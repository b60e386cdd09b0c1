// How long a movement takes: no time at all for those who asked for calm.
import { prefersReducedMotion } from "svelte/motion";

/** Milliseconds that a card flies, and that it is turned. */
export const FLIGHT = 420;
export const TURN = 330;
/** And that chips fly from the tray to a place. */
export const THROW = 280;

export function calm(milliseconds: number): number {
  return prefersReducedMotion.current ? 0 : milliseconds;
}
