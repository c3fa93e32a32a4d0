// Mails about failed deliveries: one for each while they are few, a digest when they are many, each sent once (spec/rules.md#delivery-rules, 3).
import { afterEach, beforeEach, expect, test } from "vitest";
import { createMailsWork } from "../../src/background/mails-work.js";
import { type Mailer, type MailMessage, smtpMailer } from "../../src/outbound/mailer.js";
import { type DeliveryHarness, openDeliveryHarness, responded } from "../delivery/delivery-harness.js";
import { closeAfterTest } from "../loopback.js";
import { startMailServer } from "../mail-server.js";
import { silentLogger } from "../silent-logger.js";

let harness: DeliveryHarness;
let messages: MailMessage[];
beforeEach(async () => {
  harness = await openDeliveryHarness();
  messages = [];
  await harness.addStore();
  harness.respond = () => responded(410);
});
afterEach(() => harness.storage.close());

const collecting: Mailer = { sendMail: async (message) => messages.push(message) };

function mailsWork(mailer: Mailer | undefined = collecting) {
  const { storage, clock, randomBytes } = harness;
  return createMailsWork({
    storage,
    clock,
    randomBytes,
    logger: silentLogger,
    mailer,
    from: "Pay <no-reply@pay.example>",
  });
}

async function failDeliveries(count: number, prefix = "d"): Promise<void> {
  for (let index = 0; index < count; index += 1) await harness.addDelivery(`${prefix}${index}`);
  await harness.createWork().runDue();
}

test("the mail names order, status, delivery and result, and is sent once", async () => {
  await harness.addPayment("pay_d0");
  await failDeliveries(1);
  const work = mailsWork();
  expect(await work.runDue()).toBe(1);
  expect(await work.runDue()).toBe(0);
  expect(await work.nextDue()).toBeUndefined();
  expect(messages).toHaveLength(1);
  expect(messages[0]).toMatchObject({
    from: "Pay <no-reply@pay.example>",
    to: "owner@shop.example",
    subject: "Webhook not delivered: order order of pay_d0, status completed",
  });
  for (const word of ["order of pay_d0", "pay_d0", "d0", "responded with 410"])
    expect(messages[0]?.text).toContain(word);
});

test("a store without a contact address gets no mail", async () => {
  await harness.changeStore("shop", { contactEmail: undefined });
  await failDeliveries(1);
  expect(await mailsWork().runDue()).toBe(0);
});

test("O13: deliveries that failed together are reported in one digest, however few", async () => {
  await failDeliveries(2);
  await mailsWork().runDue();
  expect(messages.map(({ subject }) => subject)).toEqual(["2 webhooks not delivered"]);
});

test("successive failures send five mails; further ones within the hour wait for a digest", async () => {
  const work = mailsWork();
  for (let number = 0; number < 5; number += 1) {
    await failDeliveries(1, `a${number}-`);
    await work.runDue();
  }
  expect(messages).toHaveLength(5);
  await failDeliveries(30, "b");
  harness.clock.time += 60_000;
  await work.runDue();
  expect(messages).toHaveLength(5);
  harness.clock.time = (await work.nextDue()) ?? 0;
  await work.runDue();
  expect(messages).toHaveLength(6);
  expect(messages[5]?.subject).toBe("30 webhooks not delivered");
  expect(messages[5]?.text).toContain("and 10 more");
  expect(await harness.dueMails()).toHaveLength(0);
});

test("five hundred simultaneous failures are one digest, with one row for each delivery", async () => {
  await failDeliveries(500);
  expect(await harness.dueMails()).toHaveLength(500);
  await mailsWork().runDue();
  expect(messages.map(({ subject }) => subject)).toEqual(["500 webhooks not delivered"]);
  expect(await harness.dueMails()).toHaveLength(0);
});

test("one store's many mails do not delay another store's mail", async () => {
  await harness.addStore("other");
  await failDeliveries(20);
  await harness.addDelivery("o1", { merchantId: "other" });
  await harness.createWork().runDue();
  await mailsWork().runDue();
  expect(messages.filter(({ to }) => to === "owner@other.example")).toHaveLength(1);
});

test("a failed mail is retried later, with the same message id, and given up in the end", async () => {
  await failDeliveries(1);
  const ids: string[] = [];
  const work = mailsWork({
    sendMail: async ({ messageId }) => {
      ids.push(messageId);
      throw new Error("mail server down");
    },
  });
  for (let step = 0; step < 20; step += 1) {
    await work.runDue();
    harness.clock.time = (await work.nextDue()) ?? harness.clock.time;
  }
  expect(ids).toHaveLength(8);
  expect(new Set(ids).size).toBe(1);
});

test("a digest that is repeated has the same message id and the same mails, also when others have become due", async () => {
  await failDeliveries(3);
  const sent: MailMessage[] = [];
  let isDown = true;
  const work = mailsWork({
    async sendMail(message) {
      sent.push(message);
      // As when the mail server has accepted it and the connection broke before its response.
      if (isDown) throw new Error("connection reset");
    },
  });
  await work.runDue();
  isDown = false;
  harness.clock.time = (await work.nextDue()) ?? 0;
  await failDeliveries(2, "e");
  await work.runDue();
  const [first, again, others] = sent;
  expect(sent).toHaveLength(3);
  expect(again).toMatchObject({ messageId: first?.messageId, text: first?.text });
  expect(others?.messageId).not.toBe(first?.messageId);
  expect(others?.subject).toBe("2 webhooks not delivered");
});

test("two instances send each mail once", async () => {
  for (let number = 0; number < 5; number += 1) {
    await harness.addStore(`shop${number}`);
    await harness.addDelivery(`d${number}`, { merchantId: `shop${number}` });
  }
  await harness.createWork().runDue();
  const slow: Mailer = {
    sendMail: async (message) => {
      await new Promise((resolve) => setImmediate(resolve));
      messages.push(message);
    },
  };
  await Promise.all([mailsWork(slow).runDue(), mailsWork(slow).runDue()]);
  expect(messages).toHaveLength(5);
  expect(new Set(messages.map(({ messageId }) => messageId)).size).toBe(5);
});

test("without a mailer the mails stay queued and nothing is planned", async () => {
  await failDeliveries(1);
  const work = createMailsWork({ ...harness, logger: silentLogger, mailer: undefined, from: "x@y.example" });
  expect(await work.runDue()).toBe(0);
  expect(await work.nextDue()).toBeUndefined();
  expect(await harness.dueMails()).toHaveLength(1);
});

test("a real SMTP server receives the mail", async () => {
  const { url, received, close } = await startMailServer();
  closeAfterTest(close);
  await failDeliveries(1);
  await mailsWork(smtpMailer(url)).runDue();
  expect(received).toHaveLength(1);
  expect(received[0]?.text).toMatch(/^To: owner@shop\.example\r$/m);
  expect(received[0]?.text).toMatch(/^Message-ID: <mail_\w+@pay\.example>\r$/m);
});
