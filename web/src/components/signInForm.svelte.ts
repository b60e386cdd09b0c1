// Signing in: name and password, and where the house asks for it a code.
import { sayRefusal } from "$/i18n/serverText.svelte.ts";
import { session, type Enrolment } from "$/session.svelte.ts";

export class SignInForm {
  name = $state("");
  password = $state("");
  code = $state("");
  wrong = $state("");
  /** Whether the password was right and a code is asked for. */
  asked = $state(false);
  enrol = $state.raw<Enrolment | null>(null);

  async send(): Promise<void> {
    const answer = await session.signIn(this.name, this.password, this.asked ? this.code : undefined);
    this.code = "";
    const why = answer.ok ? "" : answer.error.code;
    if (!answer.ok && why === "enrol_second_factor") this.enrol = (answer.body as { enrol: Enrolment }).enrol;
    const first = !this.asked;
    this.asked = why === "second_factor" || why === "enrol_second_factor" || (this.asked && why === "throttled");
    if (!this.asked) {
      this.password = "";
      this.enrol = null;
    }
    // That a code is needed is no mistake, and its field says so.
    this.wrong = answer.ok || (this.asked && first) ? "" : sayRefusal(answer.error);
  }
}
