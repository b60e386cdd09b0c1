// Who is here: the session of this browser, and how long it has lasted.
import { ask, clock, signedOut, type Result } from "./api/http.ts";
import type { Me, Register } from "./api/schema.ts";
import { socket } from "./live/socket.svelte.ts";

/** The secret of a second factor that is not set up yet, and the address that an app takes it from. */
export interface Enrolment {
  secret: string;
  uri: string;
}

class Session {
  /** Recovery codes that were just made, until somebody has kept them. */
  recovery = $state.raw<string[]>([]);
  me = $state.raw<Me | null>(null);
  known = $state(false);
  reminderMinutes = $state<number | null>(null);
  /** When this session ends by the patron's own limit, in milliseconds. */
  endsAt = $state<number | null>(null);
  /** Whether it has just ended so. */
  timeIsOver = $state(false);
  /** When this sitting began; a reload does not begin it anew. */
  since = $state(Date.now());

  async start(): Promise<void> {
    socket.signedOut = () => void this.refresh();
    // A page without a socket learns by what it asks for.
    signedOut.heard = () => void (this.me && this.refresh());
    await this.refresh();
  }

  async refresh(): Promise<void> {
    const answer = await ask("GET /api/me");
    if (answer.ok) this.#in(answer.value);
    else if (answer.status === 401) {
      this.timeIsOver = this.me !== null && this.endsAt !== null && Date.now() >= this.endsAt - 2000;
      this.me = null;
    }
    this.known = true;
  }

  async guest(): Promise<Result<unknown>> {
    const answer = await ask("POST /api/guest", { body: {} });
    if (answer.ok) this.#arrive(answer.value.person);
    return answer;
  }

  async signIn(name: string, password: string, code?: string): Promise<Result<unknown>> {
    const answer = await ask("POST /api/sign-in", { body: { name, password, ...(code ? { code } : {}) } });
    if (answer.ok) {
      this.recovery = answer.value.recovery ?? [];
      this.#arrive(answer.value.person);
    }
    return answer;
  }

  async accept(token: string, name: string, password: string): Promise<Result<unknown>> {
    const answer = await ask("POST /api/invitation", { body: { token, name, password } });
    if (answer.ok) this.#arrive(answer.value.person);
    return answer;
  }

  async register(body: Register): Promise<Result<unknown>> {
    const answer = await ask("POST /api/register", { body });
    if (answer.ok) this.#arrive(answer.value.person);
    return answer;
  }

  /** Learn what the patron limits: when to remind them, and when this session ends. */
  async loadLimits(): Promise<void> {
    const answer = this.me?.post === "player" ? await ask("GET /api/me/limits") : null;
    const minutes = (kind: string): number | null => {
      const now = answer?.ok ? answer.value.limits.find((each) => each.kind === kind)?.now : null;
      return now ? Number(now) : null;
    };
    const length = minutes("session_minutes");
    const began = answer?.ok ? answer.value.session_began : null;
    this.reminderMinutes = minutes("reminder_minutes");
    const start = began ? Date.parse(began) - clock.ahead : null;
    this.endsAt = length === null || start === null ? null : start + length * 60_000;
    // Another tab, or a page that was loaded anew, begins no new sitting.
    if (start !== null) this.since = start;
  }

  async signOut(): Promise<void> {
    await ask("POST /api/sign-out");
    this.me = null;
    this.endsAt = null;
    try {
      sessionStorage.removeItem("since");
    } catch {
      // A browser that keeps nothing for us has nothing to forget.
    }
    socket.renew();
  }

  get staff(): boolean {
    return this.me !== null && this.me.post !== "player";
  }

  #arrive(me: Me): void {
    this.#in(me);
    socket.renew();
  }

  #in(me: Me): void {
    const same = this.me?.name === me.name;
    this.me = me;
    this.timeIsOver = false;
    if (!same) void this.loadLimits();
    try {
      const kept = sessionStorage.getItem("since");
      const since = kept?.startsWith(`${me.name} `) ? Number(kept.slice(me.name.length + 1)) : Date.now();
      sessionStorage.setItem("since", `${me.name} ${since}`);
      this.since = since;
    } catch {
      // Without storage the clock begins anew with each page.
    }
  }
}

export const session = new Session();
