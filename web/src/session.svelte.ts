// Who is here: the session of this browser, and how long it has lasted.
import { ask, type Result } from "./api/http.ts";
import type { Me } from "./api/schema.ts";
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
  /** When this sitting began; a reload does not begin it anew. */
  since = $state(Date.now());

  async start(): Promise<void> {
    socket.signedOut = () => void this.refresh();
    await this.refresh();
  }

  async refresh(): Promise<void> {
    const answer = await ask("GET /api/me");
    if (answer.ok) this.#in(answer.value);
    else if (answer.status === 401) this.me = null;
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

  async signOut(): Promise<void> {
    await ask("POST /api/sign-out");
    this.me = null;
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
    this.me = me;
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
