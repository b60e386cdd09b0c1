// The form of an opening: what is typed, what the game says about it, and what is wrong.
import { untrack } from "svelte";
import { ask } from "$/api/http.ts";
import { betName, feeName, gameOf } from "$/game/game.ts";
import { say, sayName } from "$/i18n/text.svelte.ts";
import { draft, problems, type Draft, type Known, type Problem } from "./openTable.ts";

/** What stands on the form's face; a mistake in anything else opens the fold. */
const ON_FACE = ["min", "float"];

export class OpeningForm {
  games = $state.raw<{ key: string; title: string }[]>([]);
  given = $state<Draft>(draft());
  tried = $state(false);
  folded = $state(true);
  game = $derived.by(() => gameOf(this.given.game));
  bets = $derived.by(() => this.game?.bets ?? []);
  known = $derived.by((): Known => {
    const { game, given } = this;
    /** Where no layout is named the house takes the largest; a player-dealer's game has its first one. */
    const boxes = (game?.layouts ?? []).map((layout) => layout.boxes);
    const usual = game?.bank.by === "player-dealer" ? (boxes[0] ?? 1) : Math.max(1, ...boxes);
    return {
      differential: game?.limits.assessed === "differential",
      insurance: Boolean(game?.insurance),
      faceDown: game?.play.face_down.allowed ?? true,
      fees: game?.bank.fees ?? [],
      main: this.bets.filter((bet) => bet.main).map((bet) => bet.key),
      boxes: given.layout ? (game?.layouts.find((layout) => layout.key === given.layout)?.boxes ?? 1) : usual,
    };
  });
  found = $derived.by((): Problem[] => problems(this.given, this.known));

  /** Ask which games there are; call inside a component, whose effects these are. */
  start(): void {
    $effect(() => {
      void ask("GET /api/games").then((answer) => {
        this.games = answer.ok ? (answer.value as unknown as typeof this.games) : [];
        this.given.game ||= this.games[0]?.key ?? "";
      });
    });
    $effect(() => {
      const game = this.game;
      if (game) this.given.decks = Math.min(game.decks.most, Math.max(game.decks.least, untrack(() => this.given.decks)));
    });
  }

  bad(at: string): boolean {
    return this.tried && this.found.some((problem) => problem.at === at);
  }

  /** Whether it may be sent, once the game has come; what is wrong is shown from now on. */
  ready(): boolean {
    this.tried = true;
    if (this.found.some((problem) => !ON_FACE.includes(problem.at))) this.folded = false;
    return this.found.length === 0;
  }

  /** Another game has other bets and boxes. */
  another(): void {
    Object.assign(this.given, { layout: "", by_bet: [], by_box: [], fees: {} });
  }

  /** What a problem is about, in the words of the form. */
  about(at: string): string {
    const { game, given } = this;
    const [list, row = "0"] = at.split(" ");
    if (list === "by_bet") return betName(game, given.by_bet[Number(row)]?.of ?? "");
    if (list === "by_box") return say("box.number", { box: given.by_box[Number(row)]?.of ?? "" });
    if (list === "fee") return say("opening.fee", { fee: feeName(game, row) });
    return at === "min" || at === "side_min" ? sayName("limit", at) : sayName("opening", at);
  }
}
