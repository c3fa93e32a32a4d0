// Decimal text to minor units without a float on the way.
import fc from "fast-check";
import { expect, test } from "vitest";
import { currencySymbol, minorDigits, parseMinorUnits } from "../../src/domain/currency.js";

test.each([
  ["19.99", "EUR", 1999],
  ["19.9", "EUR", 1990],
  ["20", "EUR", 2000],
  ["0.01", "EUR", 1],
  ["19.9900", "EUR", 1999],
  ["-5.00", "EUR", -500],
  ["-0.00", "EUR", 0],
  ["500", "JPY", 500],
  ["500.00", "JPY", 500],
  ["1.500", "KWD", 1500],
  ["999999999.99", "EUR", 99_999_999_999],
])("%s %s is %i minor units", (text, currency, amount) => {
  expect(Object.is(parseMinorUnits(text, currency), amount)).toBe(true);
});

test.each([
  ["19.995", "EUR"],
  ["500.5", "JPY"],
  ["1,99", "EUR"],
  ["1e3", "EUR"],
  [" 1", "EUR"],
  ["", "EUR"],
  [".5", "EUR"],
  ["NaN", "EUR"],
  ["999999999999999.99", "EUR"],
])("%j %s is no amount", (text, currency) => {
  expect(parseMinorUnits(text, currency)).toBeUndefined();
});

test("every amount of cents survives the way through text", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 99_999_999_999 }), (cents) => {
      const text = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, "0")}`;
      expect(parseMinorUnits(text, "EUR")).toBe(cents);
    }),
  );
});

test("knows the digits and signs of currencies", () => {
  expect(["EUR", "JPY", "KWD", "XTS"].map(minorDigits)).toEqual([2, 0, 3, 2]);
  expect(["EUR", "JPY", "CHF"].map(currencySymbol)).toEqual(["€", "¥", "CHF"]);
});
