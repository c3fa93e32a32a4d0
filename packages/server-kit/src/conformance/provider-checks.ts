// What every provider's adapter must hold to, bank or card page, with the faults of real ones: hang, late, duplicate, wrong currency, a
// part, changed code, expired session, nonsense.
import { callbackChecks } from "./callback-checks.js";
import type { ConformanceCheck } from "./conformance-check.js";
import { endChecks } from "./end-checks.js";
import type { FakeProvider } from "./fake-provider.js";
import { faultChecks } from "./fault-checks.js";
import { moneyChecks } from "./money-checks.js";
import { type AdapterUnderTest, createProbe } from "./provider-probe.js";
import { sessionChecks } from "./session-checks.js";

/** @throws Error when the adapter reads callbacks and the fake makes none. */
export function providerChecks(adapter: AdapterUnderTest, fake: FakeProvider): ConformanceCheck[] {
  const probe = createProbe(adapter, fake);
  return [sessionChecks, moneyChecks, endChecks, faultChecks, callbackChecks].flatMap((group) => group(probe));
}
