// The cage as this page knows it: its cash, today's slips, the patron at the window, and what is asked of the server.
import { ask, type Result } from "$/api/http.ts";
import type { CageOrder, CagePatron, CageState, Error as Refusal, Slip, SlipDone } from "$/api/schema.ts";
import { Money } from "$/game/money.ts";
import { house } from "$/house.svelte.ts";
import { say } from "$/i18n/text.svelte.ts";
import { commandId } from "$/live/socket.svelte.ts";

export type Order = Omit<CageOrder, "id" | "approval">;

export class Cage {
  state = $state.raw<CageState | null>(null);
  slips = $state.raw<Slip[]>([]);
  patron = $state.raw<CagePatron | null>(null);
  refusal = $state.raw<Refusal | null>(null);
  /** What waits for a second person; its id stays the same, so that it is done once. */
  asked = $state.raw<(Order & { id: string }) | null>(null);
  /** The slip that is shown, to be printed. */
  shown = $state.raw<Slip | null>(null);
  busy = $state(false);
  readonly #money = new Money();
  /** What nobody knows to be done or not, because its answer was lost: the same again has its id. */
  #unsure: { order: string; id: string } | null = null;

  show(amount: string | null): string {
    return amount === null ? "" : house.show(amount);
  }

  /** Whether the text is an amount that the cage can be asked for. */
  reads(amount: string): boolean {
    return /^[0-9]{1,15}(\.[0-9]{1,2})?$/.test(amount.trim());
  }

  /** How much an order is about: typed, the sum of its pieces, or all that the patron has. */
  amountOf(order: Order): string | null {
    if (order.kind === "pay_out") return this.patron?.balance ?? null;
    const parts = Object.entries(order.pieces ?? {});
    if (order.amount || !parts.length) return order.amount ?? null;
    return this.#money.write(parts.reduce((sum, [worth, many]) => sum + this.#money.read(worth) * many, 0));
  }

  async load(): Promise<void> {
    const state = await ask("GET /api/cage");
    if (!state.ok) return;
    const slips = await ask("GET /api/cage/slips", { query: { since: state.value.today } });
    if (slips.ok) {
      const first = slips.value.at(-1)?.number ?? state.value.slips + 1;
      this.slips = [...slips.value, ...this.slips.filter((each) => each.number < first)];
    }
    this.state = state.value;
  }

  /** List slips before those on show, of earlier days too. */
  async loadEarlier(): Promise<void> {
    const before = this.slips.at(-1)?.number;
    const answer = await ask("GET /api/cage/slips", { query: before ? { before } : {} });
    if (answer.ok) this.slips = [...this.slips, ...answer.value];
  }

  /** Another cashier, or a table, may have been here: look again. */
  async look(): Promise<void> {
    if (this.busy) return;
    const before = this.state?.slips;
    await this.load();
    if (this.state?.slips !== before) await this.lookAtPatron();
  }

  async lookAtPatron(): Promise<void> {
    const name = this.patron?.name;
    if (name === undefined) return;
    const now = (await this.find(name)).find((each) => each.name === name);
    if (now && this.patron?.name === name) this.patron = now;
  }

  async find(text: string): Promise<CagePatron[]> {
    const answer = await ask("GET /api/cage/patrons", { query: { find: text } });
    return answer.ok ? answer.value : [];
  }

  async send(order: Order): Promise<boolean> {
    const id = this.#unsure?.order === JSON.stringify(order) ? this.#unsure.id : commandId();
    return this.#send({ ...order, id });
  }

  async approve(approval: { name: string; pin: string }): Promise<boolean> {
    return this.asked !== null && this.#send(this.asked, approval);
  }

  giveUp(): void {
    this.asked = this.refusal = null;
  }

  async #send(order: Order & { id: string }, approval?: { name: string; pin: string }): Promise<boolean> {
    this.busy = true;
    this.refusal = null;
    const answer: Result<SlipDone> = await ask("POST /api/cage/slips", { body: approval ? { ...order, approval } : order });
    this.busy = false;
    if (!answer.ok) {
      const second = (answer.error.said as { say?: string } | null | undefined)?.say === "cage.second_person";
      const lost = answer.status === 0 || answer.status >= 500;
      const { id, ...rest } = order;
      this.#unsure = lost ? { order: JSON.stringify(rest), id } : null;
      if (second) this.asked = order;
      else this.refusal = lost ? { code: "unsure", message: say("cage.unsure") } : answer.error;
      if (!second && !lost) await Promise.all([this.load(), this.lookAtPatron()]);
      return false;
    }
    this.#unsure = this.asked = null;
    this.shown = answer.value.slip;
    const { name, balance } = answer.value.slip;
    if (this.patron && name === this.patron.name && balance !== null) this.patron = { ...this.patron, balance };
    await this.load();
    return true;
  }
}
