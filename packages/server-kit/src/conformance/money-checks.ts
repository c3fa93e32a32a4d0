// Payments: amount and currency that arrived, reported the same way each time.
import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { claimsMoney } from "../domain/evidence.js";
import type { ConformanceCheck } from "./conformance-check.js";
import { type ProviderProbe, requireKnownWords } from "./provider-probe.js";

export function moneyChecks(probe: ProviderProbe): ConformanceCheck[] {
  return [...fullPaymentChecks(probe), ...otherMoneyChecks(probe)];
}

function fullPaymentChecks({ adapter: { due }, fake, open, poll }: ProviderProbe): ConformanceCheck[] {
  return [
    {
      title: "reports no final outcome while the buyer has not finished",
      async run() {
        const { sessionId } = await open();
        const reported = await poll(sessionId);
        const isOpen = reported.every(({ type }) => type === "provider.authorising");
        ok(isOpen, `nothing was paid or rejected; fetchOutcome returned ${JSON.stringify(reported)}`);
      },
    },
    {
      title: "reports a payment of the full amount, as an event of the state graph",
      async run() {
        const { sessionId } = await open();
        await fake.pay(sessionId, due);
        const reported = await poll(sessionId);
        requireKnownWords(reported);
        const money = reported.filter(claimsMoney);
        ok(money.length > 0, `the buyer paid; fetchOutcome returned ${JSON.stringify(reported)}`);
        for (const { type, amountCents, currency } of money) {
          ok(type !== "settlement.partial", "the full amount was paid; fetchOutcome reported a partial payment");
          ok(
            amountCents === undefined || amountCents === due.amountCents,
            `amountCents is ${amountCents}, not minor units`,
          );
          ok(currency === undefined || currency === due.currency, `currency is ${currency}, ${due.currency} was paid`);
        }
      },
    },
    {
      title: "reports the same payment identically at each poll",
      async run() {
        const { sessionId } = await open();
        await fake.pay(sessionId, due);
        const first = await poll(sessionId, 1);
        deepStrictEqual(await poll(sessionId, 2), first);
        // After a restart, or when another instance polls.
        deepStrictEqual(await poll(sessionId, 7), first);
      },
    },
  ];
}

/** Money that is not what is due: less of it, or in another currency. */
function otherMoneyChecks({ adapter: { due }, fake, open, poll }: ProviderProbe): ConformanceCheck[] {
  const otherCurrency = due.currency === "USD" ? "EUR" : "USD";
  return [
    {
      title: "never reports a partial payment without its amount",
      async run() {
        const { sessionId } = await open();
        const part = Math.floor(due.amountCents / 2);
        await fake.pay(sessionId, { ...due, amountCents: part });
        for (const { amountCents } of (await poll(sessionId)).filter(claimsMoney)) {
          strictEqual(amountCents, part, "a success without an amount counts as the full amount");
        }
      },
    },
    {
      title: "never reports money in another currency without that currency",
      async run() {
        const { sessionId } = await open();
        await fake.pay(sessionId, { ...due, currency: otherCurrency });
        for (const { currency } of (await poll(sessionId)).filter(claimsMoney)) {
          strictEqual(
            currency?.toUpperCase(),
            otherCurrency,
            "a success without a currency counts as one in the currency due",
          );
        }
      },
    },
  ];
}
