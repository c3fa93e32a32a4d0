// Which country codes are accepted: those that ISO 3166-1 assigns, and XK of the SEPA country Kosovo.
import { expect, test } from "vitest";
import { isCountryCode } from "../../src/domain/country.js";

test.each(["UK", "AN", "SU", "YU", "DD", "EU", "ZZ", "AA", "XX", "QO", "de", ""])(
  "%j is not a country code",
  (code) => {
    expect(isCountryCode(code)).toBe(false);
  },
);

test.each(["DE", "GB", "XK", "CW", "SS", "AX"])("%s is a country code", (code) => {
  expect(isCountryCode(code)).toBe(true);
});
