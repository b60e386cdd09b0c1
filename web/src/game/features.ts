// What is special about a table, read off the data of its game: no game is known here by name.
import type { Lobby } from "$/api/schema.ts";
import { say } from "$/i18n/text.svelte.ts";
import { oddsWorth, payWords, type BetKind, type Game, type PayLine } from "./game.ts";
import { placesOf } from "./places.ts";

/** The lines that pay less than the bet's best one, without those that only give the stake back. */
function reduced(bet: BetKind): PayLine[] {
  const paying = bet.pays.filter((line) => !line.push);
  const best = Math.max(...paying.map((line) => oddsWorth(line.odds)));
  return paying.filter((line) => oddsWorth(line.odds) < best);
}

function commission(game: Game): string[] {
  const main = game.bets.filter((bet) => bet.main);
  const rates = [...new Set(main.flatMap((bet) => bet.pays.flatMap((line) => line.commission ?? [])))];
  if (rates.length) return rates.map((rate) => say("feature.commission", { rate }));
  return [say("feature.noCommission"), ...main.flatMap(reduced).map((line) => say("feature.pays", { when: payWords(line), odds: line.odds }))];
}

/** In a few words each, the rarest first. */
export function featuresOf(game: Game, table: Pick<Lobby, "insured" | "face_down">): string[] {
  return [
    ...(game.bank.by === "house" ? [] : [say("feature.playersBank")]),
    ...(game.insurance && table.insured ? [say("feature.insurance")] : []),
    ...(table.face_down ? [say("feature.squeeze")] : []),
    ...commission(game),
    ...(game.bank.fees.length ? [say("feature.fees")] : []),
    ...(game.limits.assessed === "differential" ? [say("feature.differential")] : []),
    ...(game.betting.standing.allowed ? [say("feature.standing")] : []),
  ];
}

export function sideBets(game: Game): BetKind[] {
  return placesOf(game, game.bets.map((bet) => bet.key)).side;
}
