// All tables of the house at once, each followed live.
import { ask } from "$/api/http.ts";
import { TableControl } from "$/staff/tableControl.svelte.ts";
import { alarms, type Alarm } from "$/staff/state.ts";

interface Held {
  name: string;
  expected: { outside_99: boolean };
}

/** How often a screen that watches asks which tables there are: others open some too. */
const LOOK_MS = 5_000;
/** How often it asks anew which tables win or lose more than chance explains; that reads the whole house. */
const WEIGH_MS = 3_600_000;

export class Floor {
  tables = $state.raw<TableControl[]>([]);
  loaded = $state(false);
  /** Tables whose win lies outside what chance explains, 99 times in 100. */
  outside = $state.raw<Set<string>>(new Set());
  now = $state(Date.now());

  /** Follow every table there is; call again when one was made. */
  async refresh(): Promise<void> {
    const answer = await ask("GET /api/tables");
    if (!answer.ok) return;
    this.loaded = true;
    const known = new Map(this.tables.map((control) => [control.id, control]));
    if (answer.value.length === known.size && answer.value.every(({ id }) => known.has(id))) return;
    this.tables = answer.value.map(({ id }) => {
      const old = known.get(id);
      if (old) return old;
      const control = new TableControl(id);
      void control.table.open();
      return control;
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
    const timers = [
      setInterval(() => (this.now = Date.now()), 1000),
      setInterval(() => void this.refresh(), LOOK_MS),
      setInterval(() => void this.weigh(), WEIGH_MS),
    ];
    return () => {
      for (const timer of timers) clearInterval(timer);
      for (const control of this.tables) control.table.close();
    };
  }

  alarms(control: TableControl): Alarm[] {
    const found = control.state?.open ? alarms(control.state, this.now) : [];
    return this.outside.has(control.id) ? [...found, "hold"] : found;
  }
}
