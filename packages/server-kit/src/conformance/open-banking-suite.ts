// The conformance suite for banks: the requirements of an OpenBankingProvider.
import { ok } from "node:assert/strict";
import type { OpenBankingProvider, ProviderSessionRequest } from "../outbound/open-banking-provider.js";
import { type ConformanceCheck, type RegisterTest, register, within } from "./conformance-check.js";
import type { FakeProvider } from "./fake-provider.js";
import { providerChecks } from "./provider-checks.js";
import { type AdapterUnderTest, adapterUnderTest, callTimeoutMs, deadline, newAttempt } from "./provider-probe.js";

export interface OpenBankingSuiteOptions {
  /** A fake of the bank, which the checks control. */
  fake: FakeProvider;
  /** The `test` of your runner; omitted, the checks are only returned. */
  test?: RegisterTest | undefined;
  /** Fields that your bank requires with other values, such as a known creditor. */
  request?: Partial<Omit<ProviderSessionRequest, "attemptId" | "signal">> | undefined;
}

/**
 * Checks an adapter for a bank against a fake of that bank: sessions, outcomes, callbacks, and failures as real banks have them. Each check
 * is a separate test; they share the fake, so they run one after the other.
 *
 * @example
 * import { test } from "node:test";
 * testOpenBankingProvider(myBank({ url: fake.url }), { fake, test });
 *
 * @returns the checks, for runners that take a list.
 * @throws Error when the adapter reads callbacks and the fake creates none.
 */
export function testOpenBankingProvider(
  adapter: OpenBankingProvider,
  { fake, test, request: given }: OpenBankingSuiteOptions,
): ConformanceCheck[] {
  const request = { ...sampleRequest, ...given };
  const open: AdapterUnderTest["open"] = (how) => adapter.createSession({ ...request, ...how });
  const checks = providerChecks(adapterUnderTest(adapter, open, request), fake);
  return register([...checks, accountCheck(adapter, request)], test);
}

function accountCheck(
  adapter: OpenBankingProvider,
  request: Omit<ProviderSessionRequest, "attemptId" | "signal">,
): ConformanceCheck {
  return {
    title: "opens a session with the buyer's account and without one, by SEPA Instant and by standard transfer",
    async run() {
      const account = { name: "Ann Müller", iban: "DE89370400440532013000" };
      for (const [sender, instant] of [
        [account, true],
        [account, false],
        [undefined, true],
        [undefined, false],
      ] as const) {
        const choice = { sender, instant, fallbackToStandard: instant };
        const opened = adapter.createSession({ ...request, ...choice, attemptId: newAttempt(), signal: deadline() });
        ok((await within(callTimeoutMs, "createSession", opened)).sessionId !== "", "sessionId is empty");
      }
    },
  };
}

const sampleRequest: Omit<ProviderSessionRequest, "attemptId" | "signal"> = {
  paymentId: "pay_conformance",
  merchantId: "mer_conformance",
  shopName: "Conformance",
  amountCents: 1999,
  currency: "EUR",
  reference: "PS-1001",
  endToEndId: "E2E-1001",
  customerCountry: "DE",
  sender: undefined,
  instant: false,
  fallbackToStandard: false,
  creditor: {
    bankName: "Musterbank",
    accountHolder: "Conformance GmbH",
    iban: "DE89370400440532013000",
    bic: "COBADEFFXXX",
  },
  buyerReturnUrl: "https://pay.example.com/checkout/pay_conformance/return?token=t",
  callbackUrl: "https://pay.example.com/providers/conformance/callback",
};
