// When a page must not state that nothing was charged.
import { expect, test } from "vitest";
import { mayHavePaid } from "../../src/domain/buyer-may-have-paid.js";

const unclaimed = { claimedPaidAt: undefined };

test.each([
  ["nothing happened", mayHavePaid(unclaimed, [], []), false],
  ["a part was received", mayHavePaid(unclaimed, [{ amountCents: 500 }], []), true],
  [
    "a part of unknown size was received",
    mayHavePaid(unclaimed, [], [{ to: "submitted", event: "settlement.partial" }]),
    true,
  ],
  ["the buyer claims a transfer", mayHavePaid({ claimedPaidAt: 1 }, [], []), true],
  [
    "the buyer saw the account",
    mayHavePaid(unclaimed, [], [{ to: "transfer_instructed", event: "method.bank_transfer_chosen" }]),
    true,
  ],
  ["the bank declined", mayHavePaid(unclaimed, [], [{ to: "opened", event: "provider.rejected" }]), false],
])("%s", (_, result, expected) => {
  expect(result).toBe(expected);
});
