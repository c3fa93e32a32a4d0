// The suite that every implementation of the storage port must pass: the guarantees of the port as tests.
import { describe } from "vitest";
import { testAccounts } from "./conformance/accounts.js";
import { testAttempts } from "./conformance/attempts.js";
import { testDeliveries } from "./conformance/deliveries.js";
import { createHarness, type OpenStorage } from "./conformance/harness.js";
import { testLists } from "./conformance/lists.js";
import { testMoney } from "./conformance/money.js";
import { testOperations } from "./conformance/operations.js";
import { testPanelLists } from "./conformance/panel-lists.js";
import { testPaymentLookUps } from "./conformance/payment-look-ups.js";
import { testPayments } from "./conformance/payments.js";
import { testPrivacy } from "./conformance/privacy.js";
import { testReceipts } from "./conformance/receipts.js";
import { testRetention } from "./conformance/retention.js";
import { testStatements } from "./conformance/statements.js";
import { testUnitsOfWork } from "./conformance/units-of-work.js";
import { testWaiting } from "./conformance/waiting.js";

/**
 * Runs the suite against one implementation. `open` gives an open, empty database each time; `isShared` (default true): several
 * instances can open the same database, with `openAgain`.
 */
export function describeStorage(
  name: string,
  open: OpenStorage,
  { isShared = true }: { isShared?: boolean } = {},
): void {
  describe(name, () => {
    const harness = createHarness(open);
    testUnitsOfWork(harness, { isShared });
    testPayments(harness);
    testLists(harness);
    testPanelLists(harness);
    testAttempts(harness);
    testMoney(harness);
    testReceipts(harness);
    testDeliveries(harness);
    testAccounts(harness);
    testOperations(harness);
    testWaiting(harness);
    testStatements(harness);
    testPaymentLookUps(harness);
    testRetention(harness);
    testPrivacy(harness);
  });
}
