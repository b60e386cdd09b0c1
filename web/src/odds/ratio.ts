// Exact ratios of the server: "a/b" or "n", however long; shown as figures, never computed with.
const PLACES = 15n;

export function ratio(text: string): number {
  const [above = "0", below = "1"] = text.split("/");
  const scaled = (BigInt(above) * 10n ** PLACES) / BigInt(below);
  return Number(scaled) / 10 ** Number(PLACES);
}

export function percent(value: number, locale: string, digits = 3): string {
  return value.toLocaleString(locale, { style: "percent", minimumFractionDigits: digits, maximumFractionDigits: digits });
}
