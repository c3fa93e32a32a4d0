// The requirements of every provider adapter, bank or card page.
import { callbackChecks } from "./callback-checks.js";
import type { ConformanceCheck } from "./conformance-check.js";
import { endChecks } from "./end-checks.js";
import { failureChecks } from "./failure-checks.js";
import type { FakeProvider } from "./fake-provider.js";
import { moneyChecks } from "./money-checks.js";
import { type AdapterUnderTest, createProbe } from "./provider-probe.js";
import { sessionChecks } from "./session-checks.js";

/** @throws Error when the adapter reads callbacks and the fake creates none. */
export function providerChecks(adapter: AdapterUnderTest, fake: FakeProvider): ConformanceCheck[] {
  const probe = createProbe(adapter, fake);
  return [sessionChecks, moneyChecks, endChecks, failureChecks, callbackChecks].flatMap((group) => group(probe));
}
