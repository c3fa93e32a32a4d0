// The buyer's way through the checkout in a browser without JavaScript: links and forms alone.
import { afterAll, beforeAll, expect, test } from "vitest";
import { formAction, type Harness, heading, linkTo, startService } from "./checkout-harness.js";

let harness: Harness;
beforeAll(async () => {
  harness = await startService();
});
afterAll(() => harness.stop());

test("pays by QR code: choose, scan, say so, and the money arrives", async () => {
  const { path, paymentId } = await harness.initialize({ orderId: "qr" });
  const choice = await harness.visit(path);
  expect([choice.status, heading(choice)]).toEqual([200, "How would you like to pay?"]);
  expect(await harness.state(paymentId)).toBe("opened");
  const code = await harness.submit(formAction(choice, "/choose"), { method: "qr_pay" });
  expect(heading(code)).toBe("Scan to pay");
  expect(code.text).toContain("DE89 3704 0044 0532 0130 00");
  const waiting = await harness.submit(formAction(code, "/paid"));
  expect(heading(waiting)).toBe("Waiting for your transfer");
  const paid = await harness.submit(formAction(waiting, "/simulate"), { event: "settlement_confirmed" });
  expect(heading(paid)).toBe("Payment complete");
  expect(linkTo(paid, "shop.example")).toBe("https://shop.example/thanks?order=1");
});

test("pays at the sandbox bank: hand-over by an own page, an outcome, and back", async () => {
  const { path, paymentId } = await harness.initialize({ orderId: "bank", paymentMethod: "open_bank_transfer" });
  const choice = await harness.visit(path);
  expect(choice.text).toMatch(/value="open_bank_transfer" required checked/);
  const handover = await harness.submit(formAction(choice, "/choose"), { method: "open_bank_transfer" });
  expect(heading(handover)).toBe("Taking you to your bank");
  expect(await harness.state(paymentId)).toBe("at_provider");
  const bank = await harness.visit(linkTo(handover, "/sandbox/bank/"));
  const done = await harness.submit(formAction(bank, ""), { outcome: "pay" });
  expect(done.text).toContain("is done");
  const paid = await harness.visit(linkTo(done, "/return"));
  expect(heading(paid)).toBe("Payment complete");
});

test("pays on the sandbox card page", async () => {
  const { path } = await harness.initialize({ orderId: "card" });
  const handover = await harness.submit(formAction(await harness.visit(path), "/choose"), {
    method: "card_processing",
  });
  const card = await harness.visit(linkTo(handover, "/sandbox/card/"));
  expect(card.text).not.toMatch(/<input/);
  const done = await harness.submit(formAction(card, ""), { outcome: "pay" });
  expect(heading(await harness.visit(linkTo(done, "/return")))).toBe("Payment complete");
});

test("cancels after a question", async () => {
  const { path, paymentId } = await harness.initialize({ orderId: "cancel" });
  const question = await harness.visit(linkTo(await harness.visit(path), "/cancel"));
  expect(await harness.state(paymentId)).toBe("opened");
  const ended = await harness.submit(formAction(question, "/cancel"));
  expect(heading(ended)).toBe("Payment cancelled");
  expect(await harness.state(paymentId)).toBe("cancelled");
});
