// Amounts: the server's decimal strings as whole numbers of the table's smallest unit. No fractions.

/** How the house writes its money. */
export interface Currency {
  name: string | null;
  sign: string | null;
  /** How many decimals are always shown. */
  decimals: number;
}

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

  /** For people: thousands apart, cents only where there are some; with a currency, as the house writes it. */
  show(amount: number | string, locale: string, sign: "auto" | "always" = "auto", currency?: Currency | null): string {
    const units = typeof amount === "string" ? this.read(amount) : amount;
    if (Number.isNaN(units)) return String(amount);
    const whole = units % 10 ** this.places === 0;
    const digits = Math.max(whole ? 0 : this.places, currency?.decimals ?? 0);
    const text = new Intl.NumberFormat(locale, {
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
      signDisplay: sign === "always" ? "exceptZero" : "auto",
    }).format(units / 10 ** this.places);
    return currency?.sign ? withSign(text, currency.sign) : text;
  }
}

/** Put a currency's sign before the digits: -₱100, HK$100, but letters stand apart: MOP 100. */
function withSign(text: string, currency: string): string {
  const gap = /\p{L}$/u.test(currency) ? "\u00A0" : "";
  const [plusMinus = ""] = /^[-+−]?/.exec(text) ?? [];
  return plusMinus + currency + gap + text.slice(plusMinus.length);
}
