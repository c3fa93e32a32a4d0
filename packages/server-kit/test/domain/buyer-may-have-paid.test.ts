// When a page must not say that nothing was charged.
import { expect, test } from "vitest";
import { mayHavePaid } from "../../src/domain/buyer-may-have-paid.js";

const unclaimed = { claimedPaidAt: undefined };

test.each([
  ["nothing happened", mayHavePaid(unclaimed, 0, []), false],
  ["a part was received", mayHavePaid(unclaimed, 500, []), true],
  ["the buyer claims a transfer", mayHavePaid({ claimedPaidAt: 1 }, 0, []), true],
  [
    "the buyer saw the account",
    mayHavePaid(unclaimed, 0, [{ to: "transfer_instructed", event: "method.bank_transfer_chosen" }]),
    true,
  ],
  ["the bank declined", mayHavePaid(unclaimed, 0, [{ to: "opened", event: "provider.rejected" }]), false],
])("%s", (_, result, expected) => {
  expect(result).toBe(expected);
});
