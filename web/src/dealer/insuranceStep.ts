// Insurance as a step of the dealer's: for whom it is open, and at which stage of which round.
import type { Game } from "$/game/game.ts";
import type { State } from "$/live/frame.ts";

/** Whether insurance is on offer for a bet of somebody who has not walked away. */
export function insurable(state: State, game: Game | null): boolean {
  const originals = new Set((game?.insurance?.bets ?? []).filter(({ key }) => key in state.insurance).map(({ original }) => original));
  return state.phase === "dealing" && state.bets.some((bet) => originals.has(bet.bet) && !state.walked_away?.includes(bet.player));
}

/** The stage, by its round and the cards that lie: an end of one is no end of the next, nor of one with other cards. */
export function insuranceStage(state: State): string {
  return `${state.round} ${state.cards.player.join()} ${state.cards.banker.join()}`;
}

/** What is on offer for each kind of insurance, null where it is not. */
export function offered(state: State, game: Game | null): [string, string | null][] {
  return (game?.insurance?.bets ?? []).map(({ key }) => [key, state.insurance[key] ?? null]);
}
