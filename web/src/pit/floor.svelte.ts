// All tables of the house at once, each followed live.
import { ask } from "$/api/http.ts";
import { Desk } from "$/staff/desk.svelte.ts";
import { alarms, type Alarm } from "$/staff/state.ts";

interface Held {
  name: string;
  expected: { outside_99: boolean };
}

export class Floor {
  desks = $state.raw<Desk[]>([]);
  loaded = $state(false);
  /** Tables whose win lies outside what chance explains, 99 times in 100. */
  outside = $state.raw<Set<string>>(new Set());
  now = $state(Date.now());

  /** Follow every table there is; call again when one was made. */
  async refresh(): Promise<void> {
    const answer = await ask("GET /api/tables");
    this.loaded = true;
    if (!answer.ok) return;
    const known = new Map(this.desks.map((desk) => [desk.id, desk]));
    this.desks = answer.value.map(({ id }) => {
      const old = known.get(id);
      if (old) return old;
      const desk = new Desk(id);
      void desk.table.open();
      return desk;
    });
  }

  async weigh(): Promise<void> {
    const answer = await ask("GET /api/reports");
    if (!answer.ok) return;
    const rows = answer.value["by_table"] as Held[];
    this.outside = new Set(rows.filter((row) => row.expected.outside_99).map((row) => row.name));
  }

  start(): () => void {
    void this.refresh();
    void this.weigh();
    const timer = setInterval(() => (this.now = Date.now()), 1000);
    return () => {
      clearInterval(timer);
      for (const desk of this.desks) desk.table.close();
    };
  }

  alarms(desk: Desk): Alarm[] {
    const found = desk.state?.open ? alarms(desk.state, this.now) : [];
    return this.outside.has(desk.id) ? [...found, "hold"] : found;
  }
}
