// One normaliser of IBANs, wherever one comes in.
import { expect, test } from "vitest";
import { normalizeIban } from "../../src/domain/iban.js";

const iban = "DE89370400440532013000";

test.each([
  ["plain", iban],
  ["in lower case, in groups", "de89 3704 0044 0532 0130 00"],
  ["with no-break spaces", "DE89\u00a03704\u202f0044 0532 0130 00"],
  ["with a tab and line ends", "DE89\t3704\r\n0044 0532 0130 00\n"],
  ["with hyphens and dashes", "DE89-3704\u20110044\u20130532-0130-00"],
  ["with dots", "DE89.3704.0044.0532.0130.00"],
  ["with a zero-width space and marks of direction", "\u202aDE89\u200b3704\u20600044 0532 0130 00\u202c\ufeff"],
  ["with next-line and other control characters", "DE89\u00853704\u00000044 0532\u001f0130 00"],
  ["with variation selectors and a grapheme joiner", "DE89\ufe0f3704\u034f0044 0532 0130 00"],
  ["with bullets", "DE89\u20223704\u00b70044 0532 0130 00"],
  ["after the word IBAN and a full-width colon", "IBAN\uff1aDE89 3704 0044 0532 0130 00"],
  ["with soft hyphens", "DE89\u00ad3704 0044 0532 0130\u00ad00"],
  ["after the word IBAN", "IBAN DE89 3704 0044 0532 0130 00"],
  ["after the word iban and a colon", " iban:\u00a0DE89 3704 0044 0532 0130 00"],
])("M17: an IBAN %s is accepted", (_, text) => {
  expect(normalizeIban(text)).toBe(iban);
});

test.each([
  "",
  "IBAN",
  "DE89 3704 0044 0532 0130 01",
  "DE89/3704/0044/0532/0130/00",
  "DE89370400440532013000X",
  "ＤＥ89",
])("M17: %j is not an IBAN", (text) => {
  expect(normalizeIban(text)).toBeUndefined();
});
