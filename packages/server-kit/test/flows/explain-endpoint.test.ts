// Tests the explanation of why a store's webhooks wait or are slow, from the stored records.
import { afterEach, expect, test } from "vitest";
import type { Delivery } from "../../src/domain/delivery.js";
import type { Store } from "../../src/domain/store.js";
import { explainEndpoint } from "../../src/flows/explain-endpoint.js";
import { barePayment, noon, sampleDelivery, sampleStore } from "../storage/conformance/sample-records.js";
import { freshStorage } from "../storages.js";

const opened: ReturnType<typeof freshStorage>[] = [];
afterEach(async () => {
  for (const storage of opened.splice(0)) await storage.close();
});

const idle = {
  state: "delivered",
  finishedAt: noon,
  nextAttemptAt: undefined,
  manualSendAt: undefined,
  claim: undefined,
} as const;
const waiting = { ...idle, state: "pending", finishedAt: undefined } as const;

async function explain(
  changes: Partial<Delivery>,
  {
    store = {},
    durationMs = 20,
    outcome = "success",
  }: { store?: Partial<Store>; durationMs?: number; outcome?: string } = {},
) {
  const storage = freshStorage();
  opened.push(storage);
  await storage.open();
  await storage.write(async (records) => {
    await records.stores.insertIfAbsent(sampleStore({ disabledAt: undefined, webhookOff: undefined, ...store }));
    await records.payments.insert(barePayment({ paymentId: "pay_1" }));
    await records.deliveries.insert(sampleDelivery({ ...idle, interruptedCount: 0, ...changes }));
    await records.deliveries.recordAttempt({
      ...{ deliveryId: "d1", attempt: 1, isManual: false, startedAt: noon, durationMs, outcome },
      ...{
        httpStatus: undefined,
        error: undefined,
        responseExcerpt: undefined,
        isTruncated: false,
        responseHeaders: undefined,
      },
    });
  });
  return explainEndpoint({ storage, clock: { now: () => noon } }, "shop_1");
}

test.each<[string, Parameters<typeof explain>, unknown[]]>([
  ["nothing for an endpoint that takes everything", [{}], []],
  [
    "the next attempt",
    [{ ...waiting, nextAttemptAt: noon + 5000 }],
    [{ kind: "back_off", nextAt: noon + 5000, waitingCount: 1 }],
  ],
  ["nothing for what has just fallen due", [{ ...waiting, nextAttemptAt: noon - 1000 }], []],
  [
    "what is due for longer than a minute",
    [{ ...waiting, nextAttemptAt: noon - 61_000 }],
    [{ kind: "behind", since: noon - 61_000, waitingCount: 1 }],
  ],
  [
    "sends in quarantine",
    [{ ...waiting, interruptedCount: 5, nextAttemptAt: noon + 1 }],
    [
      { kind: "back_off", nextAt: noon + 1, waitingCount: 1 },
      { kind: "quarantined", count: 1 },
    ],
  ],
  ["slow responses", [{}, { durationMs: 5000 }], [{ kind: "slow", medianMs: 5000 }]],
  ["failures", [{}, { outcome: "http_5xx" }], [{ kind: "failing", failedCount: 1, ofCount: 1 }]],
  ["a store that is paused", [{}, { store: { disabledAt: noon } }], [{ kind: "disabled" }]],
  ["a store without a webhook URL", [{}, { store: { webhookUrl: undefined } }], [{ kind: "no_url" }]],
  [
    "an endpoint that was switched off, and not what waits for it",
    [{ ...waiting, nextAttemptAt: noon + 5000 }, { store: { webhookOff: { reason: "moves", at: noon } } }],
    [{ kind: "switched_off", reason: "moves", at: noon }],
  ],
])("explains %s", async (_, given, expected) => {
  expect(await explain(...given)).toEqual(expected);
});
