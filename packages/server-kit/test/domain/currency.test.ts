// Decimal text to minor units without floating point.
import fc from "fast-check";
import { expect, test } from "vitest";
import { currencySymbol, parseMinorUnits, parseTypedAmount, roundToMinorUnits } from "../../src/domain/currency.js";
import { currencyExponent, toDecimalText } from "../../src/domain/currency-exponent.js";
import { formatMoney } from "../../src/domain/money-text.js";

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
])("%j %s is not an amount", (text, currency) => {
  expect(parseMinorUnits(text, currency)).toBeUndefined();
});

test("every amount of cents survives the conversion to text and back", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 99_999_999_999 }), (cents) => {
      const text = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, "0")}`;
      expect(parseMinorUnits(text, "EUR")).toBe(cents);
    }),
  );
});

test.each([
  ["EUR", 2, "10.50", 1050, "€10.50"],
  ["JPY", 0, "10", 10, "¥10"],
  ["HUF", 2, "1250.50", 125_050, "HUF 1,250.50"],
  ["IDR", 2, "10.50", 1050, "IDR 10.50"],
  ["PKR", 2, "10.50", 1050, "PKR 10.50"],
  ["COP", 2, "10.50", 1050, "COP 10.50"],
  ["ALL", 2, "10.50", 1050, "ALL 10.50"],
  ["IQD", 3, "1.500", 1500, "IQD 1.500"],
  ["KWD", 3, "1.500", 1500, "KWD 1.500"],
  ["UYW", 4, "1.5000", 15_000, "UYW 1.5000"],
  ["UGX", 0, "1500", 1500, "UGX 1,500"],
  ["XXQ", 2, "10.50", 1050, "XXQ 10.50"],
])("M16: %s has %i decimals in reading, checking and showing", (currency, digits, text, amount, shown) => {
  expect(currencyExponent(currency)).toBe(digits);
  expect(parseMinorUnits(text, currency)).toBe(amount);
  expect(parseMinorUnits(digits === 0 ? "1.5" : `1.${"0".repeat(digits)}5`, currency)).toBeUndefined();
  expect(formatMoney(amount, currency, "en").replaceAll("\u00a0", " ")).toBe(shown);
});

test("currencies have their symbols", () => {
  expect(["EUR", "JPY", "CHF"].map(currencySymbol)).toEqual(["€", "¥", "CHF"]);
});

test.each([
  ["10.3950", "EUR", "10.40"],
  ["10.3949999999999999999", "EUR", "10.39"],
  ["-10.395", "EUR", "-10.40"],
  ["-0.004", "EUR", "0.00"],
  ["99.5", "JPY", "100"],
  ["1.0005", "KWD", "1.001"],
  ["7", "EUR", "7.00"],
  ["1,5", "EUR", undefined],
  ["999999999999999.999", "EUR", undefined],
])("M22: %s %s is shown as %s", (text, currency, shown) => {
  expect(roundToMinorUnits(text, currency)).toBe(shown);
});

test.each([
  [-5, "EUR", "-0.05"],
  [-1999, "EUR", "-19.99"],
  [-5, "JPY", "-5"],
  [-5, "KWD", "-0.005"],
  [5, "EUR", "0.05"],
])("%i minor units of %s are %s", (amount, currency, text) => {
  expect(toDecimalText(amount, currency)).toBe(text);
});

test.each([
  ["19,99", "EUR", 1999],
  [" 1000.5 ", "EUR", 100050],
  ["1,000", "EUR", undefined],
  ["2.500", "EUR", undefined],
  ["1,000.00", "EUR", undefined],
  ["1,000", "JPY", undefined],
  ["1,000", "KWD", 1000],
])("typed as %j, %s: %s minor units", (text, currency, amount) => {
  expect(parseTypedAmount(text, currency)).toBe(amount);
});
