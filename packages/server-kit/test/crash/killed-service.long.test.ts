// Tests that a real process which is killed with SIGKILL at every point of its writing leaves no partial
// state, and that the next call completes the work (spec/rules.md#transitions, 2; spec/rules.md#initialize).

import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { createPaymentService, type PaymentService } from "../../src/index.js";
import { bundledProgram, runUntilKilled } from "../bundled-program.js";
import { listen } from "../listen.js";
import { toArgument } from "../storage-at.js";
import { createDatabase, type TestDatabaseOfStorage } from "../storages.js";

const serviceProgram = bundledProgram("crash/killed-service-process.ts");
const encryptionKey = createHash("sha256").update("a key of these tests").digest("base64");
const startAt = Date.UTC(2026, 4, 7, 12);

/** `response` is what the process had printed. */
async function runProcess(args: string[]) {
  const { wasKilled, output } = await runUntilKilled(serviceProgram, args);
  const response: Record<string, unknown> | undefined = output === "" ? undefined : JSON.parse(output);
  return { wasKilled, response };
}

function openService(database: TestDatabaseOfStorage, now: number): PaymentService {
  return createPaymentService({
    baseUrl: "http://127.0.0.1:1",
    storage: database.storage(),
    encryptionKey,
    rateLimits: false,
    clock: { now: () => now },
    webhooks: { allowHttp: true, allowPrivateNetwork: true },
  });
}

/** A database with one approved store and its key, to be copied for each kill. */
async function prepare(also?: (service: PaymentService, key: string, merchantId: string) => Promise<void>) {
  const database = await createDatabase();
  const service = openService(database, startAt);
  const { merchantId } = await service.stores.create({
    name: "S",
    kyc: "approved",
    verification: "approved",
    webhookUrl: "http://127.0.0.1:9/hook",
  });
  const { secret: key } = await service.apiKeys.issue({ merchantId, environment: "test" });
  await also?.(service, key, merchantId);
  await service.stop();
  return { database, merchantId, key };
}

async function initialize(service: PaymentService, key: string, request: unknown) {
  const { url, close } = await listen(service.callback());
  const response = await fetch(`${url}/payments/initialize`, {
    method: "POST",
    headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json", "Idempotency-Key": "killed" },
    body: JSON.stringify(request),
  });
  // Every response of the contract is an object.
  const body = (await response.json()) as Record<string, unknown>;
  await close();
  return { status: response.status, body };
}

/** Kills at point 1, 2, 3, … until the process completes; two processes concurrently. */
async function killEverywhere(kill: (point: number) => Promise<{ wasKilled: boolean }>): Promise<number> {
  for (let point = 1; ; point += 2) {
    const outcomes = await Promise.all([kill(point), kill(point + 1)]);
    const through = outcomes.findIndex(({ wasKilled }) => !wasKilled);
    if (through !== -1) return point + through - 1;
    if (point > 300) throw new Error("The process never gets through.");
  }
}

/** The row of a payment, its history and its webhook are consistent. */
async function expectWhole(service: PaymentService, paymentId: string): Promise<string> {
  const payment = await service.payments.get(paymentId);
  const { deliveries } = await service.webhooks.history(paymentId);
  const reported = payment?.state === "created" ? ["pending"] : ["completed", "pending"];
  expect(payment?.history.at(-1)?.to).toBe(payment?.state);
  expect(payment?.history).toHaveLength(reported.length);
  expect(deliveries.map(({ status }) => status)).toEqual(reported);
  return payment?.state ?? "";
}

test.each([
  ["hosted", {}],
  ["direct", { checkoutMode: "direct_provider", paymentMethod: "open_bank_transfer", customerCountry: "DE" }],
])(
  "a kill at any point of a %s initialize leaves nothing or everything, and the same call goes through after it",
  { timeout: 300_000 },
  async (_mode, fields) => {
    const prepared = await prepare();
    const body = { merchantId: prepared.merchantId, orderId: "1", amountCents: 1999, currency: "EUR", ...fields };
    const points = await killEverywhere(async (point) => {
      const database = await prepared.database.copy();
      const input = JSON.stringify({ now: startAt, body, key: prepared.key });
      const { wasKilled, response } = await runProcess([
        toArgument(database),
        encryptionKey,
        String(point),
        "initialize",
        input,
      ]);

      const at = `point ${point}`;
      const restarted = openService(database, startAt);
      const found = await restarted.payments.list();
      expect(found.length, at).toBeLessThanOrEqual(1);
      for (const { paymentId } of found) await expectWhole(restarted, paymentId);
      if (response !== undefined)
        expect(
          found.map(({ paymentId }) => paymentId),
          at,
        ).toEqual([response.paymentId]);
      await restarted.stop();

      // After the lease of the killed process, and after the time for which a running key is held.
      const later = openService(database, startAt + 60_000);
      const again = await initialize(later, prepared.key, body);
      expect([at, again.status, again.body.success]).toEqual([at, 200, true]);
      const after = await later.payments.list();
      expect(after, at).toHaveLength(1);
      if (found.length === 1) expect(again.body.paymentId, at).toBe(found[0]?.paymentId);
      await expectWhole(later, String(again.body.paymentId));
      await later.stop();
      await database.remove();
      return { wasKilled };
    });
    expect(points).toBeGreaterThan(8);
  },
);

test("a kill at any point of a transition leaves the state before or after it, with its history and webhook", {
  timeout: 300_000,
}, async () => {
  let paymentId = "";
  const prepared = await prepare(async (service, key, merchantId) => {
    const opened = await initialize(service, key, { merchantId, orderId: "1", amountCents: 1999, currency: "EUR" });
    paymentId = String(opened.body.paymentId);
  });
  const states = new Set<string>();
  const points = await killEverywhere(async (point) => {
    const database = await prepared.database.copy();
    const input = JSON.stringify({ now: startAt, paymentId });
    const { wasKilled, response } = await runProcess([
      toArgument(database),
      encryptionKey,
      String(point),
      "transition",
      input,
    ]);
    const restarted = openService(database, startAt);
    const state = await expectWhole(restarted, paymentId);
    states.add(state);
    if (response !== undefined) expect(state).toBe("settled");
    const evidence = (await restarted.payments.get(paymentId))?.evidence ?? [];
    expect(evidence).toHaveLength(state === "settled" ? 1 : 0);
    await restarted.payments.recordProviderEvent(paymentId, { type: "provider.success" });
    expect(await expectWhole(restarted, paymentId)).toBe("settled");
    await restarted.stop();
    await database.remove();
    return { wasKilled };
  });
  expect(points).toBeGreaterThan(6);
  expect([...states].sort()).toEqual(["created", "settled"]);
});
