// How long a movement takes: no time at all for those who asked for calm.
import { prefersReducedMotion } from "svelte/motion";

export function calm(milliseconds: number): number {
  return prefersReducedMotion.current ? 0 : milliseconds;
}
