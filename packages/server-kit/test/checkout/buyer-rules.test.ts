// Unusual behaviour of buyers: two tabs, stale pages, double submits, early returns, expired links.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { OpenBankingProvider, ProviderEvent } from "../../src/index.js";
import { formAction, type Harness, heading, linkTo, startService } from "./checkout-harness.js";

let harness: Harness;
beforeAll(async () => {
  harness = await startService();
});
afterAll(() => harness.stop());

const choosing = async (request: Record<string, unknown>) => {
  const begun = await harness.initialize(request);
  return { ...begun, choose: formAction(await harness.visit(begun.path), "/choose") };
};

test("responds to every form with 303, so that a reload repeats nothing", async () => {
  const { choose } = await choosing({ orderId: "303" });
  const response = await harness.submit(choose, { method: "bank_transfer" }, false);
  expect([response.status, response.headers.get("location")]).toEqual([303, choose.replace("/choose?", "?")]);
});

test("opens one provider session for a double submit", async () => {
  const { choose, paymentId } = await choosing({ orderId: "double" });
  const fields = { method: "open_bank_transfer" };
  const pages = await Promise.all([
    harness.submit(choose, fields),
    harness.submit(choose, fields),
    harness.submit(choose, fields),
  ]);
  expect(new Set(pages.map((page) => linkTo(page, "/sandbox/bank/"))).size).toBe(1);
  const payment = await harness.service.payments.get(paymentId);
  expect([payment?.state, payment?.attemptCount]).toEqual(["at_provider", 1]);
});

test("ignores the other tab's old page once the payment is in progress, or over", async () => {
  const { choose, path, paymentId } = await choosing({ orderId: "tabs" });
  const bank = linkTo(await harness.submit(choose, { method: "open_bank_transfer" }), "/sandbox/bank/");
  expect(heading(await harness.submit(choose, { method: "qr_pay" }))).toBe("Complete your payment with your bank");
  await harness.submit(bank, { outcome: "pay" });
  for (const form of ["/choose", "/paid", "/cancel", "/back", "/bank"]) {
    expect(heading(await harness.submit(path.replace("?", `${form}?`), { method: "qr_pay" }))).toBe("Payment complete");
  }
  expect(await harness.state(paymentId)).toBe("settled");
});

test("changes from one method to another, and back from the bank", async () => {
  const { choose, path, paymentId } = await choosing({ orderId: "change", paymentMethod: "qr_pay" });
  const code = await harness.submit(choose, { method: "qr_pay" });
  const again = await harness.visit(linkTo(code, "view=choose"));
  expect(again.text).toMatch(/value="qr_pay" required checked/);
  expect(heading(await harness.submit(formAction(again, "/choose"), { method: "bank_transfer" }))).toBe(
    "Make a bank transfer",
  );
  await harness.submit(choose, { method: "open_bank_transfer" });
  const first = linkTo(await harness.visit(path), "/sandbox/bank/");
  const returned = await harness.submit(formAction(await harness.visit(path), "/back"));
  expect(heading(returned)).toBe("How would you like to pay?");
  const second = linkTo(
    await harness.submit(formAction(returned, "/choose"), { method: "open_bank_transfer" }),
    "/sandbox/bank/",
  );
  expect(second).not.toBe(first);
  // The session that was left cannot end the payment any more, but money from it counts.
  await harness.submit(first, { outcome: "refuse" });
  expect(await harness.state(paymentId)).toBe("at_provider");
  await harness.submit(first, { outcome: "pay" });
  expect(await harness.state(paymentId)).toBe("settled");
});

test("shows 'confirming' to a buyer who is back before the bank has responded, and never 'failed'", async () => {
  const { choose, path } = await choosing({ orderId: "early" });
  const bank = linkTo(await harness.submit(choose, { method: "open_bank_transfer" }), "/sandbox/bank/");
  const early = await harness.visit(path.replace("?", "/return?"));
  expect(heading(early)).toBe("We are confirming your payment");
  expect(early.text).toContain('<noscript><meta http-equiv="refresh"');
  expect(early.text).not.toMatch(/failed/i);
  for (const outcome of ["unknown", "indeterminate"]) {
    await harness.submit(bank, { outcome });
    const page = await harness.visit(path);
    expect(heading(page)).toBe("We are confirming your payment");
    expect(page.text).not.toMatch(/failed|\/choose/i);
  }
  await harness.submit(bank, { outcome: "settle" });
  expect(heading(await harness.visit(path.replace("?", "/return?")))).toBe("Payment complete");
});

test("does the same for direct sessions, whose buyers see nothing of us but the return", async () => {
  const direct = await harness.initialize({
    orderId: "direct",
    checkoutMode: "direct_provider",
    paymentMethod: "open_bank_transfer",
    customerCountry: "DE",
  });
  const bank = new URL(direct.redirectUrl ?? "").pathname;
  const back = linkTo(await harness.visit(bank), "/return");
  expect(heading(await harness.visit(back))).toBe("We are confirming your payment");
  await harness.submit(bank, { outcome: "authorising" });
  await harness.submit(bank, { outcome: "cancel" });
  const ended = await harness.visit(back);
  expect(heading(ended)).toBe("Payment cancelled");
  expect(linkTo(ended, "shop.example")).toBe("https://shop.example/thanks?order=1");
});

test("offers another try after a refusal, and ends after ten", async () => {
  const { choose, path, paymentId } = await choosing({ orderId: "refused" });
  for (let attempt = 1; attempt <= 10; attempt += 1) {
    const handover = await harness.submit(choose, { method: "open_bank_transfer" });
    await harness.submit(linkTo(handover, "/sandbox/bank/"), { outcome: "refuse" });
    if (attempt === 1) expect((await harness.visit(path)).text).toContain("declined and you have not been charged");
  }
  expect(await harness.state(paymentId)).toBe("declined");
  expect(heading(await harness.visit(path))).toBe("Payment failed");
});

test("shows no account for an expired payment, swept or not", async () => {
  let skewMs = 0;
  const late = await startService({ clock: { now: () => Date.now() + skewMs } });
  const { path, paymentId } = await late.initialize();
  const choose = formAction(await late.visit(path), "/choose");
  await late.submit(choose, { method: "bank_transfer" });
  skewMs = 31 * 24 * 60 * 60 * 1000;
  const page = await late.visit(`${path}&view=choose`);
  expect(heading(page)).toBe("Payment link expired");
  expect(page.text).not.toContain("0532");
  expect(await late.state(paymentId)).toBe("expired");
  expect((await late.visit(path.replace("?", "/code?"))).status).toBe(404);
  await late.stop();
});

test("M15: the link of an open payment shows that payment, however many newer ones its order has", async () => {
  const first = await choosing({ orderId: "donation", amountCents: 1000, customerEmail: "ann@example.com" });
  for (const amountCents of [1100, 1200, 1300]) {
    await harness.initialize({ orderId: "donation", amountCents, customerEmail: "bob@example.com" });
  }
  const page = await harness.visit(first.path);
  expect(new URL(page.path, "http://x").pathname).toBe(`/checkout/${first.paymentId}`);
  expect(page.text).toContain("€10.00");
  expect((await harness.submit(first.choose, { method: "qr_pay" })).path).toContain(first.paymentId);
  expect(await harness.state(first.paymentId)).toBe("qr_shown");
});

test.each([
  ["leads to the newer payment of the same buyer", { customerEmail: "Ann@example.com" }, true],
  ["does not lead to a payment of another buyer", { customerEmail: "bob@example.com" }, false],
  ["does not lead to a payment without an e-mail address", {}, false],
])("M15: the link of a cancelled payment %s", async (title, buyer, isLedOn) => {
  const order = { orderId: `cancelled ${title}`, customerEmail: "ann@example.com" };
  const old = await harness.initialize({ ...order, amountCents: 1000 });
  await harness.initialize({ ...order, amountCents: 1100, customerEmail: undefined, ...buyer });
  const newest = await harness.initialize({ ...order, amountCents: 1200, customerEmail: undefined, ...buyer });
  const open = await harness.visit(old.path);
  expect(open.path).toContain(old.paymentId);
  await harness.submit(old.path.replace("?", "/cancel?"));
  const page = await harness.visit(old.path);
  const middle = (await harness.service.payments.get(old.paymentId))?.supersededBy;
  expect(new URL(page.path, "http://x").pathname).toBe(`/checkout/${isLedOn ? middle : old.paymentId}`);
  expect(middle).not.toBe(newest.paymentId);
});

test("an open page of a cancelled payment learns of the payment that took its place, by event and by polling", async () => {
  const order = { orderId: "replaced while open", customerEmail: "ann@example.com" };
  const old = await harness.initialize({ ...order, amountCents: 1000 });
  const progress = () => harness.visit(old.path.replace("?", "/progress?"), { follow: false });
  const successor = await harness.initialize({ ...order, amountCents: 1100 });
  const before = JSON.parse((await progress()).text);
  await harness.submit(old.path.replace("?", "/cancel?"));
  const polled = await progress();
  const streamed = await harness.visit(old.path.replace("?", "/events?"), { follow: false });
  expect([polled.status, streamed.status]).toEqual([200, 200]);
  const progressToSuccessor = { key: `successor-${successor.paymentId}`, status: "failed", isOver: true };
  expect(before).toMatchObject({ status: "pending", isOver: false });
  expect(JSON.parse(polled.text)).toEqual(progressToSuccessor);
  expect(JSON.parse(/^data: (.*)$/m.exec(streamed.text)?.[1] ?? "")).toEqual(progressToSuccessor);
});

test("the code of a payment that was replaced is the code of the payment that took its place", async () => {
  const order = { orderId: "replaced code", customerEmail: "ann@example.com" };
  const old = await harness.initialize({ ...order, amountCents: 1000 });
  await harness.initialize({ ...order, amountCents: 1100 });
  const successor = (await harness.service.payments.get(old.paymentId))?.supersededBy;
  await harness.submit(old.path.replace("?", "/cancel?"));
  const led = await harness.visit(old.path.replace("?", "/code?"), { follow: false });
  expect(led.status).toBe(303);
  const code = await harness.visit(old.path.replace("?", "/code?"));
  expect(new URL(code.path, "http://x").pathname).toBe(`/checkout/${successor}/code`);
  expect([code.status, code.text.slice(1, 4)]).toEqual([200, "PNG"]);
});

test("M14: a buyer can claim a transfer only where one is offered and the bank details exist", async () => {
  const off = await startService({}, { paymentMethods: { qr_pay: "off", bank_transfer: "off" } });
  const { path, paymentId } = await off.initialize();
  await off.visit(path);
  const refused = await off.submit(path.replace("?", "/paid?"));
  expect(await off.state(paymentId)).toBe("opened");
  expect(refused.path).toContain("notice=method_unavailable");
  expect(refused.text).not.toMatch(/DE89/);
  await off.stop();

  const bare = await startService({}, { bankAccount: null });
  const second = await bare.initialize();
  await bare.submit(second.path.replace("?", "/paid?"));
  expect(await bare.state(second.paymentId)).toBe("opened");
  await bare.stop();

  const code = await choosing({ orderId: "paid after the code" });
  await harness.submit(code.choose, { method: "qr_pay" });
  await harness.submit(code.path.replace("?", "/paid?"));
  expect(await harness.state(code.paymentId)).toBe("transfer_instructed");
});

test("opens nothing without the right token, and does not say which part was wrong", async () => {
  const { path, paymentId } = await harness.initialize({ orderId: "token" });
  const wrong = [`/checkout/${paymentId}`, `/checkout/${paymentId}?token=`, `${path}x`, path.replace("pay_", "pay_0")];
  const pages = await Promise.all(wrong.map((address) => harness.visit(address)));
  for (const page of pages) expect([page.status, page.text]).toEqual([404, pages[0]?.text]);
  expect(await harness.state(paymentId)).toBe("created");
  for (const part of ["events", "progress", "return", "code", "bank", "cancel", "handover"]) {
    expect((await harness.visit(`/checkout/${paymentId}/${part}?token=x`)).status).toBe(404);
  }
  expect((await harness.submit(`/checkout/${paymentId}/choose?token=x`, { method: "qr_pay" })).status).toBe(404);
});

test("shows live payments neither the simulator nor the sandbox's cards", async () => {
  const live = await startService();
  const { path, paymentId } = await live.initialize({}, "live");
  const page = await live.visit(path);
  expect(page.text).not.toMatch(/Test mode|card_processing|open_bank_transfer|simulate/);
  const code = await live.submit(formAction(page, "/choose"), { method: "qr_pay" });
  expect(code.text).not.toMatch(/Test mode|simulate/);
  expect((await live.submit(path.replace("?", "/simulate?"), { event: "settlement_confirmed" })).status).toBe(404);
  await live.submit(path.replace("?", "/choose?"), { method: "card_processing" });
  expect(await live.state(paymentId)).toBe("qr_shown");
  await live.stop();
});

test("hides what is off, what needs euro, and what has no account to pay to", async () => {
  const methodsOf = (text: string) => [...text.matchAll(/name="method" value="(\w+)"/g)].map(([, method]) => method);
  expect(
    methodsOf((await harness.visit((await harness.initialize({ orderId: "usd", currency: "USD" })).path)).text),
  ).toEqual(["open_bank_transfer", "card_processing"]);
  const bare = await startService(
    {},
    { bankAccount: null, paymentMethods: { qr_pay: "live", bank_transfer: "live", open_bank_transfer: "off" } },
  );
  const page = await bare.visit((await bare.initialize()).path);
  expect(methodsOf(page.text)).toEqual([]);
  expect(page.text).toContain("You can’t pay online");
  await bare.stop();
});

test("asks for the account where the store requires it, and shows each error beside its field", async () => {
  const sessionRequests: unknown[] = [];
  const provider: OpenBankingProvider = {
    code: "bank",
    async createSession({ sender, customerCountry }) {
      sessionRequests.push({ sender, customerCountry });
      return { sessionId: "s1", redirectUrl: "https://bank.example/s1?a=1&b=2" };
    },
    fetchOutcome: async () => undefined,
  };
  const asking = await startService(
    { openBanking: { test: provider } },
    { openBankTransfer: { collectBuyerData: true } },
  );
  const { path } = await asking.initialize();
  const form = await asking.submit(formAction(await asking.visit(path), "/choose"), { method: "open_bank_transfer" });
  expect(heading(form)).toBe("Your bank account");
  const bad = await asking.submit(formAction(form, "/bank"), { name: '"><b>', iban: "DE00 1234", country: "XX" });
  expect(bad.status).toBe(422);
  expect(bad.text).toContain('value="&quot;&gt;&lt;b&gt;"');
  expect(bad.text.match(/aria-invalid="true"/g)).toHaveLength(2);
  expect(sessionRequests).toEqual([]);
  const good = { name: "Erika Muster", iban: "de89 3704 0044 0532 0130 00", country: "DE" };
  const handover = await asking.submit(formAction(form, "/bank"), good);
  expect(sessionRequests).toEqual([
    { sender: { name: "Erika Muster", iban: "DE89370400440532013000" }, customerCountry: "DE" },
  ]);
  expect(linkTo(handover, "bank.example")).toBe("https://bank.example/s1?a=1&b=2");
  expect(handover.text).toContain('content="0;url=https://bank.example/s1?a=1&amp;b=2"');
  await asking.stop();
});

test("keeps the payment usable when the bank cannot be reached", async () => {
  let isDown = true;
  const provider: OpenBankingProvider = {
    code: "bank",
    async createSession() {
      if (isDown) throw new Error("down");
      return { sessionId: "s1", redirectUrl: "https://bank.example/s1" };
    },
    fetchOutcome: async (): Promise<ProviderEvent | undefined> => undefined,
  };
  const service = await startService({ openBanking: { test: provider } });
  const { path, paymentId } = await service.initialize();
  const choose = formAction(await service.visit(path), "/choose");
  const unreachable = await service.submit(choose, { method: "open_bank_transfer" });
  expect(unreachable.text).toContain("reach your bank right now");
  expect(await service.state(paymentId)).toBe("opened");
  isDown = false;
  expect(heading(await service.submit(choose, { method: "open_bank_transfer" }))).toBe("Taking you to your bank");
  await service.stop();
});
