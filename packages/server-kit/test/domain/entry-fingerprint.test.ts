// Which entries of two files are the same booking.
import { expect, test } from "vitest";
import { fingerprintOf } from "../../src/domain/statements/entry-fingerprint.js";
import { blankEntry, type StatementEntry } from "../../src/domain/statements/statement-entry.js";

test("the same booking in another file has the same fingerprint; another day, amount, account or reference has another", () => {
  const entry: StatementEntry = {
    ...blankEntry(),
    remittanceLines: ["PS-1-AAAA", "BBBB"],
    account: "DE89370400440532013000",
    currency: "EUR",
    amountCents: 1999,
    bookedOn: "2025-03-05",
    bankReference: "B1",
    counterpartyName: "Ana",
  };
  const print = fingerprintOf(entry);
  expect(fingerprintOf({ ...entry, remittanceLines: ["ps-1-aaaabbbb"], counterpartyName: undefined, line: 9 })).toBe(
    print,
  );
  for (const change of [
    { bookedOn: "2025-03-06" },
    { amountCents: 2000 },
    { account: "DE02120300000000202051" },
    { bankReference: "B2" },
    { endToEndId: "E" },
    { direction: "debit" as const },
    { isReversal: true },
    { remittanceLines: ["PS-2"] },
  ]) {
    expect(fingerprintOf({ ...entry, ...change })).not.toBe(print);
  }
});
