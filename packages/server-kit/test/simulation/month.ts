// Simulates a month of a service with many stores: buyers pay by bank, card and transfer, once, twice, in
// parts, too much, without a reference; the bank hangs, is down, responds late and sends duplicates; each day
// brings a statement that overlaps the previous one. The money that was sent is compared with the money that
// the service has recorded.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createPaymentService, type PaymentService, type Storage } from "../../src/index.js";
import { type FaultyBank, startFaultyBank } from "../banks/faulty-bank.js";
import { seeded } from "../delivery/seeded.js";
import { camt, type SketchedEntry, shopIban } from "../statements/statement-shop.js";
import { freshStorage } from "../storages.js";

const hour = 60 * 60 * 1000;
const day = 24 * hour;
const monthDays = 30;
const monthStart = Date.UTC(2025, 2, 1);

export interface MonthReport {
  seed: string;
  payments: number;
  /** What buyers sent, by the payment that they meant; without a usable reference under "". */
  sentCents: Map<string, number>;
  recordedCents: Map<string, number>;
  unmatchedCents: number;
  /** One line for each rule that was broken; see `judge`. */
  faults: string[];
  /** The next poll that is still scheduled after everything has ended; expected to be undefined. */
  plannedQuestions: number | undefined;
}

interface Shop {
  merchantId: string;
  apiKey: string;
  /** Entries by the day on which they were booked. */
  entries: Map<number, SketchedEntry[]>;
}

interface Purchase {
  paymentId: string;
  shop: Shop;
  path: string;
  reference: string;
  dueCents: number;
  story: string;
  /** Full payments beyond the first, counted per method. */
  extraPayments: number;
}

/** Each poll of a bank that hangs takes real time, so only one purchase in so many hangs. */
const hangsOneIn = 1000;

/** The courses of the other purchases, and their frequency in percent. */
const stories: readonly { story: string; weight: number }[] = [
  { story: "bank", weight: 22 },
  { story: "bank and on the statement", weight: 6 },
  { story: "bank, told twice", weight: 5 },
  { story: "bank, in parts", weight: 4 },
  { story: "bank refuses, then transfer", weight: 6 },
  { story: "bank, never back", weight: 6 },
  { story: "bank and card", weight: 3 },
  { story: "card", weight: 12 },
  { story: "transfer", weight: 18 },
  { story: "transfer, mangled reference", weight: 5 },
  { story: "transfer, no reference", weight: 3 },
  { story: "transfer, in parts", weight: 3 },
  { story: "transfer, too much", weight: 2 },
  { story: "transfer, twice", weight: 2 },
  { story: "recorded by a person", weight: 1 },
  { story: "nothing", weight: 1 },
];

export async function simulateMonth({
  seed,
  storeCount,
  paymentCount,
  storage = freshStorage(),
}: {
  seed: string;
  storeCount: number;
  paymentCount: number;
  storage?: Storage;
}): Promise<MonthReport> {
  const world = await openWorld(seed, storeCount, storage);
  try {
    await world.live(paymentCount);
    return await world.judge();
  } finally {
    await world.stop();
  }
}

async function openWorld(seed: string, storeCount: number, storage: Storage) {
  const { random } = seeded(seed);
  const clock = { at: monthStart };
  const now = { now: () => clock.at };
  const bank = await startFaultyBank({ clock: now, sessionLifetimeMs: 12 * hour });
  const cards = await startFaultyBank({ clock: now, sessionLifetimeMs: 12 * hour });
  const service = createPaymentService({
    baseUrl: "http://127.0.0.1:1",
    storage,
    clock: now,
    random,
    rateLimits: false,
    openBanking: { live: bank.provider() },
    cardPages: { live: cards.cardPage({ code: "faultycards" }) },
    providerTimeoutMs: 200,
    // The simulated failures would fill the log.
    logger: { debug() {}, info() {}, warn() {}, error() {} },
  });
  const server = createServer(service.callback());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // Sound: a TCP server's address is an object.
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const shops = await openShops(service, storeCount);
  const purchases: Purchase[] = [];
  const sentCents = new Map<string, number>();
  const planned = new Map<number, (() => Promise<void> | void)[]>();
  let entryCount = 0;

  const pick = <Item>(items: readonly Item[]): Item => {
    const item = items[Math.floor(random() * items.length)];
    if (item === undefined) throw new Error("nothing to pick from");
    return item;
  };
  const hoursFromNow = (from: number, to: number) =>
    Math.floor(clock.at / hour) + from + Math.floor(random() * (to - from));
  /** Schedules within the month, so that each day's statement is still imported. */
  const plan = (at: number, work: () => Promise<void> | void) => {
    const slot = Math.min(at, Math.floor(monthStart / hour) + monthDays * 24 - 1);
    planned.set(slot, [...(planned.get(slot) ?? []), work]);
  };
  const send = (paymentId: string, cents: number) => sentCents.set(paymentId, (sentCents.get(paymentId) ?? 0) + cents);

  function book({ shop, paymentId }: Purchase, cents: number, text: string, isMeant = true): void {
    entryCount += 1;
    send(isMeant ? paymentId : "", cents);
    enter(shop, cents, text);
  }

  function enter(shop: Shop, cents: number, text: string): void {
    entryCount += 1;
    const today = Math.floor(clock.at / day);
    const entry = {
      cents,
      text: text.length > 20 && random() < 0.3 ? [text.slice(0, 12), text.slice(12)] : text,
      reference: `B${entryCount}`,
      day: new Date(clock.at).toISOString().slice(0, 10),
    };
    shop.entries.set(today, [...(shop.entries.get(today) ?? []), entry]);
  }

  /** @returns The URL of the redirect. */
  async function post(path: string, fields: Record<string, string> = {}): Promise<string> {
    const response = await fetch(base + path, {
      method: "POST",
      body: new URLSearchParams(fields),
      redirect: "manual",
    });
    await response.arrayBuffer();
    if (response.status !== 303) throw new Error(`POST ${path.split("?")[0]} answered ${response.status}`);
    return response.headers.get("location") ?? "";
  }

  /** A buyer whom the bank refuses at present tries again. */
  async function choose({ path }: Purchase, method: string): Promise<void> {
    const isElsewhere = method === "open_bank_transfer" || method === "card_processing";
    for (let tries = 1; ; tries += 1) {
      const leadsTo = await post(path.replace("?", "/choose?"), { method });
      if (!isElsewhere || leadsTo.includes("/handover")) return;
      if (tries === 20) throw new Error(`${method}: nobody was led to the bank, but to ${leadsTo}`);
    }
  }
  const sessionAt = (at: FaultyBank, { paymentId }: Purchase) => {
    const session = [...at.sessions.values()].findLast(({ request }) => request.paymentId === paymentId);
    if (session === undefined) throw new Error(`no session of ${paymentId} at the bank`);
    return session.sessionId;
  };

  async function buy(): Promise<void> {
    const shop = pick(shops);
    const dueCents = 500 + Math.floor(random() * 50_000);
    const response = await fetch(`${base}/payments/initialize`, {
      method: "POST",
      headers: { authorization: `Bearer ${shop.apiKey}`, "content-type": "application/json" },
      body: JSON.stringify({
        merchantId: shop.merchantId,
        orderId: `order-${purchases.length}`,
        amountCents: dueCents,
        currency: "EUR",
      }),
    });
    if (response.status !== 200) throw new Error(`initialize answered ${response.status}: ${await response.text()}`);
    // Sound: the fields that the contract requires for 200.
    const body = (await response.json()) as { paymentId: string; paymentUrl: string; remittanceInfo: string };
    const url = new URL(body.paymentUrl);
    const purchase: Purchase = {
      paymentId: body.paymentId,
      shop,
      path: url.pathname + url.search,
      reference: body.remittanceInfo,
      dueCents,
      story: purchases.length % hangsOneIn === 7 ? "bank, hangs for a day" : chooseStory(),
      extraPayments: 0,
    };
    purchases.push(purchase);
    await live(purchase);
  }

  function chooseStory(): string {
    let rest = random() * stories.reduce((sum, { weight }) => sum + weight, 0);
    for (const { story, weight } of stories) {
      rest -= weight;
      if (rest < 0) return story;
    }
    return "nothing";
  }

  async function live(purchase: Purchase): Promise<void> {
    const { dueCents, paymentId, reference, story } = purchase;
    const paidAt = (at: FaultyBank, name: string) => {
      send(paymentId, dueCents);
      at.tell(sessionAt(at, purchase), {
        type: "provider.success",
        amountCents: dueCents,
        currency: "EUR",
        reference: name,
      });
    };
    if (story.startsWith("bank")) await choose(purchase, "open_bank_transfer");
    if (story.startsWith("transfer")) await choose(purchase, pick(["qr_pay", "bank_transfer"]));
    switch (story) {
      case "bank":
        return plan(hoursFromNow(0, 3), () => paidAt(bank, `T-${paymentId}`));
      case "bank and on the statement":
        return plan(hoursFromNow(0, 3), () => {
          paidAt(bank, `T-${paymentId}`);
          plan(hoursFromNow(20, 50), () => enter(purchase.shop, dueCents, reference));
        });
      case "bank, told twice":
        return plan(hoursFromNow(0, 3), () => {
          send(paymentId, dueCents);
          const word = {
            type: "provider.success",
            currency: "eur",
            amountCents: dueCents,
            reference: paymentId,
          } as const;
          bank.tell(sessionAt(bank, purchase), word, word);
        });
      case "bank, in parts": {
        const first = Math.floor(dueCents / 3);
        const part = (amountCents: number, name: string) =>
          ({ type: "settlement.partial", amountCents, currency: "EUR", reference: `${name}-${paymentId}` }) as const;
        const parts = [part(first, "P1"), part(dueCents - first, "P2")] as const;
        return plan(hoursFromNow(0, 3), () => {
          send(paymentId, first);
          bank.tell(sessionAt(bank, purchase), parts[0]);
          plan(hoursFromNow(4, 9), () => {
            send(paymentId, dueCents - first);
            bank.tell(sessionAt(bank, purchase), ...parts);
          });
        });
      }
      case "bank, hangs for a day": {
        const sessionId = sessionAt(bank, purchase);
        bank.misbehave("fetchOutcome", "hang", sessionId);
        return plan(hoursFromNow(8, 11), () => {
          paidAt(bank, `T-${paymentId}`);
          plan(hoursFromNow(20, 24), () => bank.misbehave("fetchOutcome", undefined, sessionId));
        });
      }
      case "bank refuses, then transfer":
        return plan(hoursFromNow(0, 3), () => {
          bank.tell(sessionAt(bank, purchase), { type: "provider.rejected" });
          plan(hoursFromNow(25, 30), async () => {
            await choose(purchase, "bank_transfer");
            plan(hoursFromNow(10, 60), () => book(purchase, dueCents, reference));
          });
        });
      case "bank and card":
        await post(purchase.path.replace("?", "/back?"));
        await choose(purchase, "card_processing");
        return plan(hoursFromNow(0, 3), () => {
          purchase.extraPayments = 1;
          paidAt(bank, `T-${paymentId}`);
          paidAt(cards, `C-${paymentId}`);
        });
      case "card":
        await choose(purchase, "card_processing");
        return plan(hoursFromNow(0, 2), () => paidAt(cards, `C-${paymentId}`));
      case "transfer":
        return plan(hoursFromNow(5, 120), () => book(purchase, dueCents, `SEPA credit ${reference} thank you`));
      case "transfer, mangled reference":
        return plan(hoursFromNow(5, 120), () =>
          book(purchase, dueCents, reference.toLowerCase().replaceAll("-", pick([" ", ""]))),
        );
      case "transfer, no reference":
        return plan(hoursFromNow(5, 120), () => book(purchase, dueCents, "flowers", false));
      case "transfer, in parts":
        return plan(hoursFromNow(5, 60), () => {
          book(purchase, 200, reference);
          plan(hoursFromNow(24, 100), () => book(purchase, dueCents - 200, reference));
        });
      case "transfer, too much":
        return plan(hoursFromNow(5, 120), () => book(purchase, dueCents + 100, reference));
      case "transfer, twice":
        return plan(hoursFromNow(5, 60), () => {
          book(purchase, dueCents, reference);
          plan(hoursFromNow(24, 72), () => {
            purchase.extraPayments = 1;
            book(purchase, dueCents, reference);
          });
        });
      case "recorded by a person":
        return plan(hoursFromNow(5, 60), async () => {
          send(paymentId, dueCents);
          await service.payments.receive(paymentId, {
            amountCents: dueCents,
            currency: "EUR",
            reference,
            reason: "seen on paper",
            actor: "operator:ann",
          });
        });
    }
  }

  /** The file of a day repeats the entries of the day before, as banks' files do. */
  async function importStatements(today: number): Promise<void> {
    for (const shop of shops) {
      const entries = [...(shop.entries.get(today - 1) ?? []), ...(shop.entries.get(today) ?? [])];
      if (entries.length === 0) continue;
      const content = camt(...entries);
      await service.statements.import({ merchantId: shop.merchantId, content, actor: "operator:cron" });
    }
  }

  return {
    async live(paymentCount: number): Promise<void> {
      const hours = monthDays * 24;
      // No purchase starts on the last days, so that each can end within the month.
      const buyingHours = hours - 10 * 24;
      for (let slot = 0; slot < hours; slot += 1) {
        clock.at = monthStart + slot * hour;
        if (slot % (7 * 24) === 50) bank.misbehave("fetchOutcome", "down");
        if (slot % (7 * 24) === 53) bank.misbehave("fetchOutcome", undefined);
        if (slot % (7 * 24) === 100) bank.misbehave("fetchOutcome", { lateMs: 20 });
        if (slot % (7 * 24) === 101) bank.misbehave("fetchOutcome", undefined);
        const until = Math.round((paymentCount * Math.min(slot + 1, buyingHours)) / buyingHours);
        while (purchases.length < until) await buy();
        for (const work of planned.get(Math.floor(clock.at / hour)) ?? []) await work();
        await service.runDue();
        if (slot % 24 === 23) await importStatements(Math.floor(clock.at / day));
      }
      await importStatements(Math.floor(clock.at / day) + 1);
      // Quiet days, in which failed polls are repeated; then everything that is still pending ends.
      for (let quiet = 1; quiet <= 14; quiet += 1) {
        clock.at += day;
        await service.runDue();
      }
    },
    async judge(): Promise<MonthReport> {
      const recordedCents = new Map<string, number>();
      const faults: string[] = [];
      for (const purchase of purchases) {
        const payment = await service.payments.get(purchase.paymentId);
        if (payment === undefined) throw new Error(`${purchase.paymentId} is gone`);
        if (payment.receivedCents > 0) recordedCents.set(purchase.paymentId, payment.receivedCents);
        const sent = sentCents.get(purchase.paymentId) ?? 0;
        const say = (fault: string) => faults.push(`${purchase.story}: ${fault} (${purchase.paymentId})`);
        if (sent !== payment.receivedCents) say(`${sent} sent, ${payment.receivedCents} recorded`);
        if (sent >= purchase.dueCents && payment.state !== "settled") say(`paid, and ${payment.state}`);
        if (sent === 0 && payment.state === "settled") say("settled without money");
        const duplicates = payment.alerts.filter(({ type }) => type === "duplicate_payment");
        const counted = duplicates.reduce((sum, { count }) => sum + count, 0);
        if (counted !== purchase.extraPayments) say(`${purchase.extraPayments} duplicates, ${counted} alerted`);
        const isOver = sent > purchase.dueCents && purchase.extraPayments === 0;
        if (isOver !== payment.alerts.some(({ type }) => type === "over_paid")) say(`over-payment ${isOver}`);
      }
      let unmatchedCents = 0;
      for (const { merchantId } of shops) {
        for (let after: string | undefined; ; ) {
          const page = await service.statements.unmatched(merchantId, { limit: 100, ...(after && { after }) });
          unmatchedCents += page.reduce((sum, { amountCents }) => sum + amountCents, 0);
          after = page.at(-1)?.entryId;
          if (page.length < 100) break;
        }
      }
      // Beyond every payment's end and the period in which late money is accepted.
      for (let month = 0; month < 9; month += 1) {
        clock.at += 30 * day;
        await service.runDue();
      }
      const plannedQuestions = await storage.read((records) => records.attempts.nextPoll());
      return { seed, payments: purchases.length, sentCents, recordedCents, unmatchedCents, faults, plannedQuestions };
    },
    async stop(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await service.stop();
      await Promise.all([bank.stop(), cards.stop()]);
    },
  };
}

async function openShops(service: PaymentService, count: number): Promise<Shop[]> {
  const shops: Shop[] = [];
  for (let index = 0; index < count; index += 1) {
    const { merchantId } = await service.stores.create({
      name: `Shop ${index}`,
      kyc: "approved",
      verification: "approved",
      paymentMethods: { qr_pay: "live", open_bank_transfer: "live", card_processing: "live", bank_transfer: "live" },
      bankAccount: { bankName: "Bank", accountHolder: `Shop ${index}`, iban: shopIban, bic: "COBADEFFXXX" },
    });
    const { secret } = await service.apiKeys.issue({ merchantId, environment: "live" });
    shops.push({ merchantId, apiKey: secret, entries: new Map() });
  }
  return shops;
}
