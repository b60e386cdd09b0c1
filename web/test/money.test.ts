import { expect, test } from "vitest";
import { Money } from "$/game/money.ts";

test("amounts read and write themselves", () => {
  const money = new Money("0.01");
  for (const text of ["0.00", "0.05", "47.50", "1234567.89"]) expect(money.write(money.read(text))).toBe(text);
  expect(money.read("100")).toBe(10_000);
  expect(money.write(-4750)).toBe("-47.50");
});

test("what is no amount is no number", () => {
  const money = new Money("0.01");
  for (const text of ["", "1e3", "1,000", "0.001", "１００"]) expect(money.read(text)).toBeNaN();
});

test("people see cents only where there are some", () => {
  const money = new Money("0.01");
  expect(money.show("12500.00", "en-GB")).toBe("12,500");
  expect(money.show("47.50", "en-GB", "always")).toBe("+47.50");
});

test("a house's sign stands before the digits, letters apart, and its decimals are always there", () => {
  const money = new Money("0.01");
  const pesos = { name: "PHP", sign: "₱", decimals: 2 };
  expect(money.show("12500.00", "en-GB", "auto", pesos)).toBe("₱12,500.00");
  expect(money.show("-47.50", "en-GB", "always", pesos)).toBe("-₱47.50");
  expect(money.show("47.50", "en-GB", "always", { ...pesos, sign: "HK$", decimals: 0 })).toBe("+HK$47.50");
  expect(money.show("100", "en-GB", "auto", { ...pesos, sign: "MOP", decimals: 0 })).toBe("MOP\u00A0100");
  expect(new Money("5").show(100, "en-GB", "auto", pesos)).toBe("₱100.00");
  expect(money.show("100.00", "en-GB", "auto", { name: "PHP", sign: null, decimals: 0 })).toBe("100");
});
