// Tests failing loggers, order sources, mailers and sign-ins of a host, in the whole service.
import { expect, test } from "vitest";
import { createTestClock, minute, openBankService, second, timed } from "../banks/bank-service.js";

const never = () => new Promise<never>(() => undefined);

test("a logger that throws at every line changes nothing that callers see", async () => {
  const write = () => {
    throw new Error("disk full");
  };
  const fixture = await openBankService({
    options: { logger: { debug: write, info: write, warn: write, error: write } },
  });
  fixture.bank.failWith("fetchOutcome", "down");
  const { paymentId, session } = await fixture.openDirect();
  await fixture.passTime(minute, 10 * second);
  fixture.bank.recover();
  fixture.bank.setEvents(session.sessionId, { type: "provider.success" });
  await fixture.passTime(minute);
  expect(await fixture.state(paymentId)).toBe("settled");
  expect(await fixture.service.metrics()).toMatch(
    /payment_sessions_adapter_calls_total\{adapter="logger",operation="write",outcome="error"\} [1-9]/,
  );
});

test("an order source that fails is a 500 for each caller and one log line, and is called again after it recovered", async () => {
  let isDown = true;
  const orderKey = "wc_order_abcdefghij";
  const fixture = await openBankService({
    options: {
      orders: {
        async findOrder() {
          if (isDown) throw new Error("connection refused");
          return undefined;
        },
      },
    },
  });
  const read = async () =>
    (await fetch(`${fixture.base}/orders/${orderKey}?shopId=${fixture.store.merchantId}`)).status;
  for (let call = 0; call < 15; call += 1) expect(await read()).toBe(500);
  const logged = fixture.warnings().map(({ fields }) => [fields.adapter, fields.outcome]);
  expect(logged).toEqual([
    ["order_source", "error"],
    ["order_source", "circuit_open"],
  ]);
  isDown = false;
  fixture.clock.pass(minute);
  expect(await read()).toBe(404);
});

test("a mailer that hangs delays neither the stop of the service nor the mail for long", async () => {
  const clock = createTestClock();
  let mailCount = 0;
  const fixture = await openBankService({
    clock,
    options: {
      webhooks: { allowHttp: true, allowPrivateNetwork: true },
      mailer: {
        sendMail() {
          mailCount += 1;
          return never();
        },
      },
    },
  });
  await fixture.service.stores.update(fixture.store.merchantId, {
    contactEmail: "owner@shop.example",
    webhookUrl: `${fixture.bank.origin}/gone`,
  });
  await fixture.initialize();
  await fixture.service.start();
  await expect
    .poll(
      () => {
        clock.pass(60 * minute);
        return mailCount;
      },
      { timeout: 20_000 },
    )
    .toBeGreaterThan(0);
  const { ms } = await timed(fixture.service.stop());
  expect(ms).toBeLessThan(12_000);
});

test("a sign-in that keeps throwing opens no circuit", async () => {
  let isBroken = true;
  const fixture = await openBankService({
    options: {
      panel: {
        async signIn() {
          if (isBroken) throw new Error("bad cookie");
          return { email: "ann@example.com", role: "operator" };
        },
      },
    },
  });
  const visit = async () => (await fetch(`${fixture.base}/panel`, { redirect: "manual" })).status;
  for (let call = 0; call < 20; call += 1) expect(await visit()).toBe(500);
  isBroken = false;
  expect(await visit()).toBeLessThan(400);
});

test("M1: an order source and a sign-in that hang delay neither other callers nor stop, which ends their calls", async () => {
  const signals: (AbortSignal | undefined)[] = [];
  const hang = (signal: AbortSignal | undefined) => {
    signals.push(signal);
    return never();
  };
  const fixture = await openBankService({
    options: {
      orders: { findOrder: ({ signal }) => hang(signal) },
      panel: { signIn: (_, { signal }) => hang(signal) },
    },
  });
  const order = fetch(`${fixture.base}/orders/wc_order_abcdefghij?shopId=${fixture.store.merchantId}`);
  const page = fetch(`${fixture.base}/panel/stores`, { redirect: "manual" });
  await expect.poll(() => signals.length).toBe(2);
  expect((await fetch(`${fixture.base}/live`)).status).toBe(200);
  expect((await timed(fixture.service.stop())).ms).toBeLessThan(9000);
  expect([(await order).status, (await page).status]).toEqual([500, 500]);
  expect(signals.map((signal) => signal?.aborted)).toEqual([true, true]);
});
