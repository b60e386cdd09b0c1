// What /api/odds answers with, as docs/odds.md has it.
export interface Outcome {
  when: string;
  pays: string;
  probability: string;
}
export interface BetOdds {
  ev: string;
  house_edge: number;
  resolved_edge: number;
  hit_frequency: string;
  sd: number;
  outcomes: Outcome[];
  with_insurance?: Record<"by_totals" | "by_cards", { ev: string; house_edge: number }>;
}
export interface Offer {
  stage: "four_cards" | "player_third";
  insures: "player" | "banker";
  player_total: number;
  banker_total: number;
  odds: string;
  frequency: string;
  ev: string | null;
}
export interface GameOdds {
  game: string;
  decks: number | null;
  cards: number;
  bets: Record<string, BetOdds>;
  insurance: Offer[];
  removal?: Record<string, Record<string, string>>;
}
export interface Design {
  ok: boolean;
  problems: { key: string; expected: string }[];
  bet: BetOdds | null;
  toml: string;
}
export interface Fact {
  name: string;
  values: (string | number | boolean)[];
  meaning: string;
  suits: boolean;
}
export const RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];
