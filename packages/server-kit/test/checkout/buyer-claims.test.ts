// A buyer who may have paid is never told that nothing was charged, nor asked for the money again (docs/decisions/buyer-claims.md).
import { afterAll, beforeAll, expect, test } from "vitest";
import { formAction, type Harness, heading, linkTo, startService } from "./checkout-harness.js";

let harness: Harness;
beforeAll(async () => {
  harness = await startService();
});
afterAll(() => harness.stop());

const choosing = async (request: Record<string, unknown>, at = harness) => {
  const begun = await at.initialize(request);
  return { ...begun, choose: formAction(await at.visit(begun.path), "/choose") };
};
const paid = (path: string) => path.replace("?", "/paid?");
const cancel = (path: string) => path.replace("?", "/cancel?");

test("stores the buyer's claim of a transfer, and shows the waiting page only with a claim", async () => {
  const { choose, path, paymentId } = await choosing({ orderId: "claim" });
  const details = await harness.submit(choose, { method: "bank_transfer" });
  expect(heading(await harness.visit(`${path}&view=waiting`))).toBe(heading(details));

  await harness.submit(formAction(details, "/paid"));
  expect(heading(await harness.visit(path))).not.toBe(heading(details));
  const claimed = await harness.service.payments.get(paymentId);
  expect([claimed?.state, claimed?.claimedPaidAt]).toEqual(["transfer_instructed", expect.any(Number)]);
  expect(claimed?.history.at(-1)).toMatchObject({ event: "buyer.claims_paid", actor: "buyer" });

  // Claiming or choosing again changes nothing.
  await harness.submit(path.replace("?", "/paid?"));
  await harness.submit(choose, { method: "bank_transfer" });
  expect((await harness.service.payments.get(paymentId))?.claimedPaidAt).toBe(claimed?.claimedPaidAt);
  expect((await harness.visit(`${path}&view=choose`)).text).toContain('class="notice warning"');
  expect((await harness.submit(choose, { method: "qr_pay" })).text).toContain('class="notice warning"');
});

test("does not assure a buyer who may have made a transfer that nothing was charged", async () => {
  const ended = async (orderId: string, isClaimed: boolean) => {
    const { choose, path } = await choosing({ orderId });
    const details = await harness.submit(choose, { method: "bank_transfer" });
    if (isClaimed) await harness.submit(formAction(details, "/paid"));
    const page = await harness.submit(path.replace("?", "/cancel?"));
    expect(heading(page)).toBe("Payment cancelled");
    return page.text;
  };
  const claimed = await ended("ended-claimed", true);
  expect(claimed).toContain("before you pay again");
  const instructed = await ended("ended-instructed", false);
  expect(instructed).toContain("If you have already paid, contact");
  for (const text of [claimed, instructed]) expect(text).not.toContain("not been charged");
});

test("reminds a buyer who claimed a transfer of it before the bank is opened, and while it is open", async () => {
  const { choose, path } = await choosing({ orderId: "claim-then-bank" });
  await harness.submit(formAction(await harness.submit(choose, { method: "bank_transfer" }), "/paid"));
  await harness.submit(choose, { method: "open_bank_transfer" });
  const page = await harness.visit(path);
  expect(heading(page)).toBe("Complete your payment with your bank");
  expect(page.text).toContain("Pay again only if you did not make it");
});

test("says nothing about money when the bank reports that its page was left: the buyer may still pay there", async () => {
  const { choose, path, paymentId } = await choosing({ orderId: "abandoned" });
  await harness.submit(choose, { method: "open_bank_transfer" });
  await harness.service.payments.recordProviderEvent(paymentId, { type: "provider.abandoned" });
  const page = await harness.visit(path);
  expect(heading(page)).toBe("How would you like to pay?");
  expect(page.text).not.toContain("not been charged");
});

test("keeps a claim made while the bank's page is open in another tab, and waits for the transfer", async () => {
  const { choose, path, paymentId } = await choosing({ orderId: "claim-in-another-tab" });
  await harness.submit(choose, { method: "bank_transfer" });
  const handover = await harness.submit(choose, { method: "open_bank_transfer" });
  expect(heading(await harness.submit(paid(path)))).toBe("Waiting for your transfer");

  const claimed = await harness.service.payments.get(paymentId);
  expect([claimed?.state, claimed?.claimedPaidAt]).toEqual(["at_provider", expect.any(Number)]);
  expect(claimed?.history.at(-1)).toMatchObject({
    event: "buyer.claims_paid",
    actor: "buyer",
    from: "at_provider",
    to: "at_provider",
  });
  // Neither the reopened link nor the old page leads to the bank by itself.
  expect(heading(await harness.visit(path))).toBe("Waiting for your transfer");
  expect(heading(await harness.visit(handover.path))).toBe("Waiting for your transfer");
  const again = await harness.visit(path.replace("?", "/return?"));
  expect(again.text).toContain("Pay again only if you did not make it");

  await harness.submit(linkTo(handover, "/sandbox/bank/"), { outcome: "refuse" });
  expect(heading(await harness.visit(path))).toBe("Waiting for your transfer");
  const choice = await harness.visit(`${path}&view=choose`);
  expect(choice.text).toContain("don’t pay again");
  expect(choice.text).not.toContain("not been charged");
});

test("a claim settles nothing, and money from the bank's page still counts", async () => {
  const { choose, path, paymentId } = await choosing({ orderId: "claim-then-paid-at-bank" });
  const handover = await harness.submit(choose, { method: "open_bank_transfer" });
  await harness.submit(paid(path));
  await harness.submit(linkTo(handover, "/sandbox/bank/"), { outcome: "pay" });
  const settled = await harness.service.payments.get(paymentId);
  expect(settled?.state).toBe("settled");
  // Claiming once more changes nothing.
  expect(heading(await harness.submit(paid(path)))).toBe("Payment complete");
  expect((await harness.service.payments.get(paymentId))?.version).toBe(settled?.version);
});

test("keeps a claim made after the payment has ended in another tab", async () => {
  const { choose, path, paymentId } = await choosing({ orderId: "claim-after-end" });
  await harness.submit(choose, { method: "bank_transfer" });
  await harness.submit(cancel(path));
  const page = await harness.submit(paid(path));
  expect(heading(page)).toBe("Payment cancelled");
  expect(page.text).toContain("before you pay again");
  const claimed = await harness.service.payments.get(paymentId);
  expect([claimed?.state, claimed?.claimedPaidAt]).toEqual(["cancelled", expect.any(Number)]);
});

test("keeps the claim of a buyer who sees the account, although the store has switched transfers off since", async () => {
  const other = await startService();
  const { choose, path, paymentId } = await choosing({ orderId: "switched-off" }, other);
  await other.submit(choose, { method: "bank_transfer" });
  await other.service.stores.update(other.store.merchantId, {
    paymentMethods: { qr_pay: "off", bank_transfer: "off" },
  });
  expect(heading(await other.submit(paid(path)))).toBe("Waiting for your transfer");
  expect((await other.service.payments.get(paymentId))?.claimedPaidAt).toEqual(expect.any(Number));
  await other.stop();
});

test("a direct session has no account to transfer to, and takes no claim", async () => {
  const { path, paymentId } = await harness.initialize({
    orderId: "direct-claim",
    checkoutMode: "direct_provider",
    paymentMethod: "open_bank_transfer",
    customerCountry: "DE",
  });
  await harness.submit(paid(path));
  expect((await harness.service.payments.get(paymentId))?.claimedPaidAt).toBeUndefined();
});

test("the link of a claimed payment shows that payment, not the newer one of its order", async () => {
  const order = { orderId: "claimed-and-superseded", customerEmail: "ann@example.com" };
  const { choose, path, paymentId } = await choosing(order);
  await harness.submit(formAction(await harness.submit(choose, { method: "bank_transfer" }), "/paid"));
  await harness.initialize({ ...order, amountCents: 2500 });
  const page = await harness.submit(cancel(path));
  expect(page.path).toContain(paymentId);
  expect(page.text).toContain("before you pay again");
});

type Walk = (buyer: { choose: string; path: string; paymentId: string }) => Promise<unknown>;
const atBank = async (choose: string) =>
  linkTo(await harness.submit(choose, { method: "open_bank_transfer" }), "/sandbox/bank/");

test.each<[string, Walk, boolean]>([
  ["whose bank declined", async ({ choose }) => harness.submit(await atBank(choose), { outcome: "refuse" }), false],
  [
    "who cancelled at the bank",
    async ({ choose }) => harness.submit(await atBank(choose), { outcome: "cancel" }),
    false,
  ],
  [
    "who saw the account before the bank declined",
    async ({ choose }) => {
      await harness.submit(choose, { method: "bank_transfer" });
      await harness.submit(await atBank(choose), { outcome: "refuse" });
    },
    true,
  ],
  [
    "who saw the QR code before cancelling at the bank",
    async ({ choose }) => {
      await harness.submit(choose, { method: "qr_pay" });
      await harness.submit(await atBank(choose), { outcome: "cancel" });
    },
    true,
  ],
  [
    "who left the bank's page for another method",
    async ({ choose, path }) => {
      await atBank(choose);
      await harness.submit(path.replace("?", "/back?"));
    },
    true,
  ],
  [
    "whose bank reports that the page was left",
    async ({ choose, paymentId }) => {
      await atBank(choose);
      await harness.service.payments.recordProviderEvent(paymentId, { type: "provider.abandoned" });
    },
    true,
  ],
])("a buyer %s, and cancels", async (name, walk, maybePaid) => {
  const buyer = await choosing({ orderId: `walk ${name}` });
  await walk(buyer);
  const choice = await harness.visit(buyer.path);
  expect(heading(choice)).toBe("How would you like to pay?");
  const ended = await harness.submit(cancel(buyer.path));
  expect(heading(ended)).toBe("Payment cancelled");
  for (const { text } of [choice, ended]) expect(text.includes("not been charged")).toBe(!maybePaid);
  expect(ended.text.includes("If you have already paid, contact")).toBe(maybePaid);
});
