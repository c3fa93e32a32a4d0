// Card payments on a processor's page: the buyer is redirected, the processor's report counts once it is authenticated, and the service
// never receives a card number.
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createPaymentService } from "../../src/index.js";
import { freshStorage } from "../storages.js";
import { type CardProcessor, startCardProcessor } from "./card-processor.js";
import { formAction, type Harness, heading, linkTo, startService } from "./checkout-harness.js";

let processor: CardProcessor;
let harness: Harness;
beforeAll(async () => {
  processor = await startCardProcessor();
});
beforeEach(async () => {
  await harness?.stop();
  processor.setDown(false);
  harness = await startService({ cardPages: { live: processor.provider, test: processor.provider } });
});
afterAll(async () => {
  await harness.stop();
  await processor.stop();
});

const live = async (request: Record<string, unknown> = {}) => {
  const begun = await harness.initialize({ paymentMethod: "card_processing", ...request }, "live");
  const choose = formAction(await harness.visit(begun.path), "/choose");
  return { ...begun, choose };
};
const handedOver = async (request: Record<string, unknown> = {}) => {
  const begun = await live(request);
  const handover = await harness.submit(begun.choose, { method: "card_processing" });
  const page = linkTo(handover, processor.origin());
  return { ...begun, handover, page, charge: page.split("/").at(-1) ?? "" };
};
const initializeStatus = async (service: Harness, environment: "test" | "live", changes: Record<string, unknown>) => {
  const response = await fetch(`${service.base}/payments/initialize`, {
    method: "POST",
    headers: { authorization: `Bearer ${service.keys[environment].secret}`, "content-type": "application/json" },
    body: JSON.stringify({
      merchantId: service.store.merchantId,
      orderId: "card",
      amountCents: 1999,
      currency: "EUR",
      ...changes,
    }),
  });
  // The text of an error response.
  return {
    ...((await response.json()) as { error?: string; code?: string; currentStatus?: string }),
    status: response.status,
  };
};

test("hands a live payment over to the card page, without a card field of ours, and completes it by a signed callback", async () => {
  const { handover, path, page, paymentId, charge } = await handedOver();
  expect(heading(handover)).toBe("Taking you to the card page");
  expect(handover.text).not.toMatch(/<input|Test mode/);
  expect(await harness.state(paymentId)).toBe("at_provider");
  // What only a bank receives is not sent: no account, no sender.
  expect(processor.charges.get(charge)?.request).toEqual({
    paymentId,
    attemptId: charge,
    merchantId: harness.store.merchantId,
    shopName: "Blumen Lila",
    amountCents: 1999,
    currency: "EUR",
    reference: expect.stringMatching(/^PS-1001-A-/),
    buyerReturnUrl: expect.stringContaining(`/checkout/${paymentId}/return?token=`),
    callbackUrl: `${harness.base}/providers/cardhouse/callback`,
  });
  const response = await fetch(page, {
    method: "POST",
    body: new URLSearchParams({ outcome: "success" }),
    redirect: "manual",
  });
  const back = new URL(response.headers.get("location") ?? "");
  expect(heading(await harness.visit(back.pathname + back.search))).toBe("Payment complete");
  expect(heading(await harness.visit(path))).toBe("Payment complete");
  expect((await harness.service.payments.get(paymentId))?.paymentMethod).toBe("card_processing");
});

test("offers another try after a refusal, by card or otherwise", async () => {
  const { path, choose, paymentId, charge } = await handedOver();
  await processor.decide(charge, "rejected");
  const again = await harness.visit(path);
  expect(heading(again)).toBe("How would you like to pay?");
  expect(again.text).toContain("declined and you have not been charged");
  const second = linkTo(await harness.submit(choose, { method: "card_processing" }), processor.origin());
  expect(second).not.toContain(charge);
  await processor.decide(second.split("/").at(-1) ?? "", "success");
  expect(await harness.state(paymentId)).toBe("settled");
});

test("shows 'confirming' before the processor has responded and while its outcome is unknown, never 'failed'", async () => {
  const { path, paymentId, charge } = await handedOver();
  const early = await harness.visit(path.replace("?", "/return?"));
  expect(heading(early)).toBe("We are confirming your payment");
  expect(early.text).not.toMatch(/failed|your bank/i);
  await processor.decide(charge, "unknown");
  const unknown = await harness.visit(path);
  expect(heading(unknown)).toBe("We are confirming your payment");
  expect(unknown.text).not.toMatch(/failed|your bank/i);
  await processor.decide(charge, "success");
  expect(await harness.state(paymentId)).toBe("settled");
});

test("rejects a callback that the processor has not signed", async () => {
  const { paymentId, charge } = await handedOver();
  expect(await processor.callBack(charge, "success", "guessed")).toBe(401);
  expect(await harness.state(paymentId)).toBe("at_provider");
  expect(await processor.callBack(charge, "success")).toBe(200);
  expect(await harness.state(paymentId)).toBe("settled");
});

test("polls the processor where callbacks are not signed, when the buyer is back, and on the schedule", async () => {
  const { readCallback: _, ...unsigned } = processor.provider;
  let skewMs = 0;
  const service = await startService({
    cardPages: { live: unsigned },
    clock: { now: () => Date.now() + skewMs },
  });
  const open = async (orderId: string) => {
    const begun = await service.initialize({ orderId, paymentMethod: "card_processing" }, "live");
    const choose = formAction(await service.visit(begun.path), "/choose");
    const page = linkTo(await service.submit(choose, { method: "card_processing" }), processor.origin());
    const charge = processor.charges.get(page.split("/").at(-1) ?? "");
    if (charge === undefined) throw new Error("no charge");
    return { ...begun, charge };
  };
  const byCallback = await open("callback");
  byCallback.charge.outcome = "success";
  const hint = JSON.stringify({ sessionId: byCallback.charge.request.attemptId, outcome: "rejected" });
  const response = await fetch(byCallback.charge.request.callbackUrl, { method: "POST", body: hint });
  expect([response.status, await service.state(byCallback.paymentId)]).toEqual([200, "settled"]);

  const byReturn = await open("return");
  byReturn.charge.outcome = "success";
  expect(heading(await service.visit(byReturn.path.replace("?", "/return?")))).toBe("Payment complete");

  const byClock = await open("clock");
  byClock.charge.outcome = "rejected";
  skewMs = 11_000;
  await service.service.runDue();
  expect(await service.state(byClock.paymentId)).toBe("opened");
  await service.stop();
});

test("keeps the payment usable when the processor is down, and opens one session for a double submit", async () => {
  const { choose, paymentId } = await live();
  processor.setDown(true);
  const unreachable = await harness.submit(choose, { method: "card_processing" });
  expect(unreachable.text).toContain("reach the card page right now");
  expect(unreachable.text).not.toContain("Your bank");
  expect(await harness.state(paymentId)).toBe("opened");
  processor.setDown(false);
  const pages = await Promise.all([1, 2, 3].map(() => harness.submit(choose, { method: "card_processing" })));
  expect(new Set(pages.map((page) => linkTo(page, processor.origin()))).size).toBe(1);
  expect((await harness.service.payments.get(paymentId))?.attemptCount).toBe(1);
});

test("gives up on a processor that never responds", async () => {
  const service = await startService({
    providerTimeoutMs: 50,
    cardPages: { live: { ...processor.provider, createSession: () => new Promise(() => undefined) } },
  });
  const { path, paymentId } = await service.initialize({ paymentMethod: "card_processing" }, "live");
  const page = await service.submit(formAction(await service.visit(path), "/choose"), { method: "card_processing" });
  expect(page.text).toContain("reach the card page right now");
  expect(await service.state(paymentId)).toBe("opened");
  await service.stop();
});

test("keeps banks and cards of one provider apart, and test from live", async () => {
  const bank = {
    code: "cardhouse",
    createSession: async () => ({ sessionId: "bank-1", redirectUrl: "https://bank.example/1" }),
    fetchOutcome: async () => undefined,
    readCallback: async () => ({ sessionId: "wrong", event: { type: "provider.rejected" as const } }),
  };
  const both = await startService({
    openBanking: { test: bank, live: bank },
    cardPages: { live: processor.provider },
  });
  const { path, paymentId } = await both.initialize({ paymentMethod: "card_processing" }, "live");
  const choose = formAction(await both.visit(path), "/choose");
  const page = linkTo(await both.submit(choose, { method: "card_processing" }), processor.origin());
  await processor.decide(page.split("/").at(-1) ?? "", "success");
  expect(await both.state(paymentId)).toBe("settled");
  const tried = await both.initialize({ paymentMethod: "card_processing" });
  const sandbox = await both.submit(formAction(await both.visit(tried.path), "/choose"), { method: "card_processing" });
  expect(linkTo(sandbox, "/sandbox/card/")).toContain(both.base);
  await both.stop();
});

test("without a card page for the environment the tile is hidden and a call that names cards is refused", async () => {
  const bare = await startService();
  const refused = await initializeStatus(bare, "live", { paymentMethod: "card_processing" });
  expect(refused).toMatchObject({
    status: 403,
    error: "Payment method unavailable",
    code: "PAYMENT_METHOD_UNAVAILABLE",
    currentStatus: "no_provider",
  });
  expect((await initializeStatus(bare, "test", { paymentMethod: "card_processing" })).status).toBe(200);
  const { path } = await bare.initialize({ orderId: "any" }, "live");
  expect((await bare.visit(path)).text).not.toContain("card_processing");
  await bare.stop();
  const { path: withCards } = await live();
  expect((await harness.visit(withCards)).text).toMatch(/value="card_processing" required checked/);
});

test.each(["test", "live"] as const)("never opens a direct session by card, with a %s key", async (environment) => {
  const response = await initializeStatus(harness, environment, {
    paymentMethod: "card_processing",
    checkoutMode: "direct_provider",
    customerCountry: "DE",
  });
  expect(response).toMatchObject({ status: 400, code: "VALIDATION_ERROR" });
});

test("the magic amounts work on the sandbox's card page too", async () => {
  let skewMs = 0;
  const sandbox = await startService({ clock: { now: () => Date.now() + skewMs } });
  const { path, paymentId } = await sandbox.initialize({ paymentMethod: "card_processing", amountCents: 1001 });
  const choose = formAction(await sandbox.visit(path), "/choose");
  expect(heading(await sandbox.submit(choose, { method: "card_processing" }))).toBe("Taking you to the card page");
  skewMs = 11_000;
  await sandbox.service.runDue();
  expect(await sandbox.state(paymentId)).toBe("opened");
  await sandbox.stop();
});

test.each([
  [{}, /cardPages\.live must be a provider with code, createSession and fetchOutcome/],
  [{ code: "", createSession: async () => undefined, fetchOutcome: async () => undefined }, /cardPages\.live/],
])("names a card page that cannot work when the service is created: %j", (provider, message) => {
  // The test needs an invalid value.
  const cardPages = { live: provider as never };
  const create = () => createPaymentService({ baseUrl: "https://pay.example", storage: freshStorage(), cardPages });
  expect(create).toThrow(message);
});
