// What everybody may know of this house: who may come in, how old they must be, where help is found.
import { ask } from "./api/http.ts";
import type { House } from "./api/schema.ts";
import { Money } from "./game/money.ts";
import { locale } from "./i18n/text.svelte.ts";

const RETRY_MS = 2000;

class AboutHouse {
  about = $state.raw<House | null>(null);

  /** An amount of the house's money for people, with the sign of its currency. */
  show(amount: string, sign: "auto" | "always" = "auto"): string {
    return new Money(amount.replace("-", "")).show(amount, locale(), sign, this.about?.currency);
  }

  /** A moment by the house's own clocks, wherever this browser is. */
  when(at: string, style: Intl.DateTimeFormatOptions = { dateStyle: "short", timeStyle: "short" }): string {
    return new Intl.DateTimeFormat(locale(), { ...style, timeZone: this.about?.time_zone ?? "UTC" }).format(new Date(at));
  }

  /** A clock time by the house's own clocks. */
  clock(at: string): string {
    return this.when(at, { hour: "2-digit", minute: "2-digit" });
  }

  /** Ask until the house answers: a screen that is switched on before the server waits for it. */
  async load(): Promise<void> {
    for (;;) {
      const answer = await ask("GET /api/house");
      if (answer.ok) return void (this.about = answer.value);
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }

  get age(): number {
    return this.about?.age_limit ?? 18;
  }
}

export const house = new AboutHouse();
