// Two tabs of one buyer: an attempt made while the bank is called for the other one still counts.
import { expect, test } from "vitest";
import { createGate } from "../gate.js";
import { formAction, startService } from "./checkout-harness.js";

test("counts an attempt that another tab made while the bank was called", async () => {
  const called = createGate();
  const bankGate = createGate();
  const bank = {
    code: "bank",
    async createSession() {
      called.open();
      await bankGate.passed;
      return { sessionId: "s1", redirectUrl: "https://bank.example/s1" };
    },
    fetchOutcome: async () => undefined,
  };
  const harness = await startService({ openBanking: { test: bank } });
  const { path, paymentId } = await harness.initialize();
  const choose = formAction(await harness.visit(path), "/choose");
  const submitted = harness.submit(choose, { method: "open_bank_transfer" }, false);
  await called.passed;
  const simulate = (event: string) => harness.submit(path.replace("?", "/simulate?"), { event });
  await simulate("buyer_started");
  await harness.submit(path.replace("?", "/back?"));
  bankGate.open();
  await submitted;
  expect(await harness.state(paymentId)).toBe("at_provider");

  // The tenth attempt is the last; the buyer went back from the first.
  let rejections = 0;
  while ((await harness.state(paymentId)) !== "declined" && rejections < 20) {
    await simulate("provider_rejected");
    rejections += 1;
    await simulate("buyer_started");
  }
  expect(rejections).toBe(9);
  await harness.stop();
});
