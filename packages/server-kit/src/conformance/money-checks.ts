// Outcomes of payments: what came, in which amount and currency, reported the same way each time.
import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { claimsMoney } from "../domain/evidence.js";
import type { ConformanceCheck } from "./conformance-check.js";
import { type ProviderProbe, requireKnownWords } from "./provider-probe.js";

export function moneyChecks({ adapter: { due }, fake, open, ask }: ProviderProbe): ConformanceCheck[] {
  const otherCurrency = due.currency === "USD" ? "EUR" : "USD";
  return [
    {
      title: "says nothing final while the buyer is still at it",
      async run() {
        const { sessionId } = await open();
        const reported = await ask(sessionId);
        const isOpen = reported.every(({ type }) => type === "provider.authorising");
        ok(isOpen, `nothing was paid or refused, and the adapter says ${JSON.stringify(reported)}`);
      },
    },
    {
      title: "tells a payment of the whole amount, in words of the state graph",
      async run() {
        const { sessionId } = await open();
        await fake.pay(sessionId, due);
        const reported = await ask(sessionId);
        requireKnownWords(reported);
        const money = reported.filter(claimsMoney);
        ok(money.length > 0, `the buyer paid, and the adapter says ${JSON.stringify(reported)}`);
        for (const { type, amountCents, currency } of money) {
          ok(type !== "settlement.partial", "the whole amount was paid, and the adapter speaks of a part");
          ok(
            amountCents === undefined || amountCents === due.amountCents,
            `amountCents is ${amountCents}, not minor units`,
          );
          ok(currency === undefined || currency === due.currency, `currency is ${currency}, ${due.currency} was paid`);
        }
      },
    },
    {
      title: "tells the same payment in the same words each time, whatever the number of the question",
      async run() {
        const { sessionId } = await open();
        await fake.pay(sessionId, due);
        const first = await ask(sessionId, 1);
        deepStrictEqual(await ask(sessionId, 2), first);
        // After a restart, or when another instance asks.
        deepStrictEqual(await ask(sessionId, 7), first);
      },
    },
    {
      title: "tells the amount that came when it is only a part",
      async run() {
        const { sessionId } = await open();
        const part = Math.floor(due.amountCents / 2);
        await fake.pay(sessionId, { ...due, amountCents: part });
        for (const { amountCents } of (await ask(sessionId)).filter(claimsMoney)) {
          strictEqual(amountCents, part, "a success without the amount that came counts as the whole amount");
        }
      },
    },
    {
      title: "tells the currency that came when it is another one",
      async run() {
        const { sessionId } = await open();
        await fake.pay(sessionId, { ...due, currency: otherCurrency });
        for (const { currency } of (await ask(sessionId)).filter(claimsMoney)) {
          strictEqual(
            currency?.toUpperCase(),
            otherCurrency,
            "a success without its currency counts as the one that is due",
          );
        }
      },
    },
  ];
}
