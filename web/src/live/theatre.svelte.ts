// What may be seen at a table by now. The house tells a card when it is dealt; here it still has to fly and be
// turned, and nothing that follows from it is shown before: no total, no result, no road, no payment. What can
// be done (bets, time, choices) is never held back.
import { total } from "$/game/cards.ts";
import type { Seen } from "./fold.ts";
import type { Side, State } from "./frame.ts";
import { veiled, type Faces, type Held } from "./held.ts";
import type { Table } from "./table.svelte.ts";

/** Milliseconds between two cards that were dealt at once. */
const APART = 160;
/** As long as this no card takes to be seen, unless nothing on this page is drawn. */
const PATIENCE = 4000;
const SIDES = ["player", "banker"] as const;
/** Phases that would tell that no card is to come. */
const OVER = new Set<State["phase"]>(["complete", "idle"]);

export class Theatre {
  readonly #table: Table;
  /** The faces that have been seen. */
  #up = $state.raw<Faces>({ player: [], banker: [] });
  /** What was on show when the first card came that is not seen yet. */
  #before: Seen;
  #leaves = 0;
  #late: ReturnType<typeof setTimeout> | undefined;
  /** When the cards of each hand leave the shoe, in milliseconds from when they came. */
  waits = $state.raw<Record<Side, number[]>>({ player: [], banker: [] });

  constructor(table: Table) {
    this.#table = table;
    this.#before = table.seen;
    table.ahead.push(() => {
      if (!this.hidden) this.#before = table.seen;
    });
    table.after.push(() => this.#arrange());
  }

  /** The card that I peel, and have not seen yet: it lies face down for me, however long I take. */
  held = $state.raw<Held | null>(null);

  /** The cards on the felt; after the round those that it was paid by. */
  readonly #lying: Faces = $derived.by(() => lying(this.#table.seen));

  /** The same, as I may see them. */
  readonly cards: Faces = $derived.by(() => veiled(this.#lying, this.#table.state?.round ?? 0, this.held));

  /** Whether a face that lies there is still to be seen. */
  readonly hidden: boolean = $derived.by(() => SIDES.some((side) => this.#lying[side].some((card, at) => card !== null && this.#up[side][at] !== card)));

  /** The table as it is seen. */
  readonly shown: Seen = $derived.by(() => {
    const seen = this.#table.seen;
    if (!seen.state) return seen;
    const known = { ...seen.state, cards: this.cards, totals: totals(this.cards) };
    if (!this.hidden) return { ...seen, state: known };
    const { events, last, state } = this.#before;
    return { ...seen, events, last, state: { ...known, board: state?.board ?? known.board, phase: OVER.has(known.phase) ? "dealing" : known.phase } };
  });

  /** The cards whose faces have been seen; null for every other that lies there. */
  readonly faces: Faces = $derived.by(() => {
    const seen = (side: Side): Faces[Side] => this.cards[side].map((card, at) => (this.#up[side][at] === card ? card : null));
    return { player: seen("player"), banker: seen("banker") };
  });

  turned = (side: Side, faces: string[]): void => {
    this.#up = { ...this.#up, [side]: faces };
  };

  close(): void {
    clearTimeout(this.#late);
  }

  /** Whether a card still has to be seen; one that no longer lies there has nothing to wait for. */
  waitsFor(side: Side, at: number, card: string): boolean {
    return this.#lying[side][at] === card && this.#up[side][at] !== card;
  }

  /** What a hand's first cards come to, once they are seen and if they still lie there. */
  totalOf(side: Side, count: number): number | null {
    const first = this.#up[side].slice(0, count);
    return first.length < count || this.cards[side].includes(null) ? null : total(first);
  }

  /** Cards that came together leave the shoe one after the other. */
  #arrange(): void {
    const now = performance.now();
    const waits = { player: [...this.waits.player], banker: [...this.waits.banker] };
    for (const side of SIDES) waits[side].length = Math.min(waits[side].length, this.cards[side].length);
    for (const at of [0, 1, 2]) {
      for (const side of SIDES) {
        if (at >= this.cards[side].length || waits[side][at] !== undefined) continue;
        this.#leaves = Math.max(now, this.#leaves + APART);
        waits[side][at] = this.#leaves - now;
      }
    }
    this.waits = waits;
    clearTimeout(this.#late);
    if (this.hidden) this.#late = setTimeout(() => (this.#up = this.cards), PATIENCE);
  }
}

function lying({ state, last }: Seen): Faces {
  if (!state) return { player: [], banker: [] };
  const { player, banker } = state.cards;
  return player.length || banker.length || !last ? state.cards : { player: last.settlement.player.cards, banker: last.settlement.banker.cards };
}

/** Of hands that lie open; a hand with a card face down has none yet. */
function totals(cards: Faces): Record<Side, number> {
  return { player: total(cards.player), banker: total(cards.banker) };
}
