// The conformance suite for card pages: the requirements of a CardPageProvider.
import type { CardPageProvider, CardSessionRequest } from "../outbound/card-page-provider.js";
import { type ConformanceCheck, type RegisterTest, register } from "./conformance-check.js";
import type { FakeProvider } from "./fake-provider.js";
import { providerChecks } from "./provider-checks.js";
import { type AdapterUnderTest, adapterUnderTest } from "./provider-probe.js";

export interface CardPageSuiteOptions {
  /** A fake of the processor, which the checks control. */
  fake: FakeProvider;
  /** The `test` of your runner; omitted, the checks are only returned. */
  test?: RegisterTest | undefined;
  /** Fields that your processor requires with other values, such as a currency. */
  request?: Partial<Omit<CardSessionRequest, "attemptId" | "signal">> | undefined;
}

/**
 * Checks an adapter for a card processor's page against a fake of that processor, as `testOpenBankingProvider` does for banks.
 *
 * @example
 * import { test } from "vitest";
 * testCardPageProvider(cardhouse({ url: fake.url }), { fake, test });
 *
 * @returns the checks, for runners that take a list.
 * @throws Error when the adapter reads callbacks and the fake creates none.
 */
export function testCardPageProvider(
  adapter: CardPageProvider,
  { fake, test, request: given }: CardPageSuiteOptions,
): ConformanceCheck[] {
  const request = { ...sampleRequest, ...given };
  const open: AdapterUnderTest["open"] = (how) => adapter.createSession({ ...request, ...how });
  const checks = providerChecks(adapterUnderTest(adapter, open, request), fake);
  return register(checks, test);
}

const sampleRequest: Omit<CardSessionRequest, "attemptId" | "signal"> = {
  paymentId: "pay_conformance",
  merchantId: "mer_conformance",
  shopName: "Conformance",
  amountCents: 1999,
  currency: "EUR",
  reference: "PS-1001",
  buyerReturnUrl: "https://pay.example.com/checkout/pay_conformance/return?token=t",
  callbackUrl: "https://pay.example.com/providers/conformance/callback",
};
