// Words of the how-to: they are loaded with it, not with every table.
import type words from "$words/en/howto.json";
import { catalogues } from "$/i18n/catalogues.svelte.ts";
import { render, type Value } from "$/i18n/render.ts";

type Word = `howto.${keyof typeof words & string}`;

/** A sentence of the how-to; nothing until its words have come. */
export function tell(key: Word, values: Record<string, Value> = {}): string {
  const catalogue = catalogues.ofServer;
  return catalogue ? render({ say: key, with: values }, catalogue) : "";
}

/** Names in a row, with this word before the last. */
export function series(names: string[], join: "and" | "or"): string {
  const catalogue = catalogues.ofServer;
  return catalogue ? render({ list: names, join }, catalogue) : names.join(", ");
}
