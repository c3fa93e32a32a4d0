// Tests that three complete services on one PostgreSQL act as one for users and banks: panel sessions,
// sign-in limits, polls of providers.
import { beforeEach, expect, test } from "vitest";
import type { ProviderEvent } from "../../src/domain/evidence.js";
import { createTestClock, minute, openBankService } from "../banks/bank-service.js";
import { startFaultyBank } from "../banks/faulty-bank.js";
import { closeAfterTest } from "../loopback.js";
import { openPanel, type TestBrowser } from "../panel/panel-service.js";
import { createDatabase, type TestDatabaseOfStorage } from "../storages.js";

const pollOptions = { timeout: 30_000, interval: 20 };
let database: TestDatabaseOfStorage;
beforeEach(async () => {
  database = await createDatabase("PostgreSQL");
  const opened = database;
  closeAfterTest(() => opened.remove());
});
/** The panel at three instances, with a browser for each. */
async function openThreePanels() {
  const first = await openPanel({ storage: database.storage() });
  closeAfterTest(() => first.close());
  const origins = [first.origin];
  for (let more = 0; more < 2; more += 1) {
    const { service, origin } = await first.another(database.storage());
    closeAfterTest(() => service.stop());
    origins.push(origin);
  }
  const browsers = origins.map((origin) => first.browser(origin));
  // There are three origins.
  const [one, two, three] = browsers as [TestBrowser, TestBrowser, TestBrowser];
  const share = (from: TestBrowser) => {
    for (const to of browsers) for (const [name, value] of from.cookies) to.cookies.set(name, value);
  };
  return { one, two, three, share };
}

test("a user who signed in at one instance is signed in at all, and signed out of all after signing out everywhere at another", async () => {
  const { one, two, three, share } = await openThreePanels();
  expect((await one.signIn("owner@shop.example")).status).toBe(303);
  share(one);
  expect((await two.get("/panel/account")).status).toBe(200);
  await two.submit("/panel/sign-out-everywhere");
  expect((await three.get("/panel/account")).status).toBe(303);
  expect((await one.get("/panel/account")).status).toBe(303);
});

test("wrong passwords for one account are limited over all instances together", async () => {
  const { one, two, three } = await openThreePanels();
  const wrong = { email: "owner@shop.example", password: "wrong wrong wrong" };
  for (const browser of [one, two, three, one, two]) {
    expect((await browser.post("/panel/sign-in", wrong)).status).not.toBe(429);
  }
  for (const browser of [one, two, three]) expect((await browser.post("/panel/sign-in", wrong)).status).toBe(429);
});

test("three instances share the polls of one bank: each session once, twenty at a time for each instance; a card page's poll does not wait for them", async () => {
  const clock = createTestClock();
  const [bank, cards] = [await startFaultyBank({ clock }), await startFaultyBank({ clock })];
  closeAfterTest(
    () => bank.stop(),
    () => cards.stop(),
  );
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const firstPolls: string[] = [];
  let cardPolls = 0;
  const busy = [0, 0, 0];
  const most = [0, 0, 0];
  const services = [];
  for (const index of busy.keys()) {
    const storage = database.storage();
    const provider = bank.provider();
    const cardPage = cards.cardPage({ code: "cardhouse" });
    const service = await openBankService({
      bank,
      clock,
      options: {
        storage,
        providerTimeoutMs: 60_000,
        cardPages: {
          test: {
            ...cardPage,
            async fetchOutcome(...request): Promise<ProviderEvent[] | ProviderEvent | undefined> {
              cardPolls += 1;
              return cardPage.fetchOutcome(...request);
            },
          },
        },
        openBanking: {
          test: {
            ...provider,
            async fetchOutcome(sessionId, pollNumber, options) {
              if (pollNumber === 1) firstPolls.push(sessionId);
              busy[index] = (busy[index] ?? 0) + 1;
              most[index] = Math.max(most[index] ?? 0, busy[index] ?? 0);
              await released;
              busy[index] = (busy[index] ?? 0) - 1;
              return provider.fetchOutcome(sessionId, pollNumber, options);
            },
          },
        },
      },
    });
    services.push({ ...service, storage });
  }
  const [one] = services;
  if (one === undefined) throw new Error("no service");
  for (let order = 0; order < 90; order += 1) await services[order % 3]?.openDirect({ orderId: `${order}` });
  clock.pass(1);
  const { paymentUrl } = await one.initialize({ orderId: "card" });
  await fetch(paymentUrl.replace("?", "/choose?"), {
    method: "POST",
    body: new URLSearchParams({ method: "card_processing" }),
    redirect: "manual",
  });
  clock.pass(minute);
  await Promise.all(services.map(({ service }) => service.start()));
  // The bank never responds: its sessions are due before the card page's, and most of them cannot be polled.
  await expect.poll(() => cardPolls, pollOptions).toBe(1);
  const nextPollAt = () => one.storage.read((records) => records.attempts.nextPoll());
  await expect.poll(nextPollAt, pollOptions).toBeGreaterThan(clock.now());
  release();
  await expect
    .poll(() => {
      clock.pass(100);
      return new Set(firstPolls).size;
    }, pollOptions)
    .toBe(90);
  expect(firstPolls).toHaveLength(90);
  for (const count of most) expect(count).toBeLessThanOrEqual(20);
});
