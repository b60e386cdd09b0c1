// Amounts: the server's decimal strings as whole numbers of the table's smallest unit. No fractions.
export class Money {
  readonly places: number;
  readonly #step: number;

  constructor(unit = "0.01") {
    this.places = (unit.split(".")[1] ?? "").length;
    this.#step = Math.max(1, this.read(unit));
  }

  /** Read "47.50" as 4750; what is no amount is NaN. */
  read(text: string): number {
    const found = /^([+-]?)(\d+)(?:\.(\d*))?$/.exec(text.trim());
    if (!found) return Number.NaN;
    const [, sign, whole = "0", part = ""] = found;
    if (/[1-9]/.test(part.slice(this.places))) return Number.NaN;
    const units = Number(whole + part.slice(0, this.places).padEnd(this.places, "0"));
    return sign === "-" ? -units : units;
  }

  write(units: number): string {
    const digits = String(Math.abs(units)).padStart(this.places + 1, "0");
    const cut = digits.length - this.places;
    const text = this.places ? `${digits.slice(0, cut)}.${digits.slice(cut)}` : digits;
    return units < 0 ? `-${text}` : text;
  }

  /** Whether it is a whole number of the table's smallest unit. */
  fits(units: number): boolean {
    return Number.isSafeInteger(units) && units % this.#step === 0;
  }

  /** For people: thousands apart, cents only where there are some. */
  show(amount: number | string, locale: string, sign: "auto" | "always" = "auto"): string {
    const units = typeof amount === "string" ? this.read(amount) : amount;
    if (Number.isNaN(units)) return String(amount);
    const whole = units % 10 ** this.places === 0;
    const digits = whole ? 0 : this.places;
    return new Intl.NumberFormat(locale, {
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
      signDisplay: sign === "always" ? "exceptZero" : "auto",
    }).format(units / 10 ** this.places);
  }
}
