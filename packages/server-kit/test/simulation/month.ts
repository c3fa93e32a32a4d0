// Simulates a month of a service with many stores: buyers pay by bank, card and transfer, once, twice, in
// parts, too much, without a reference; the bank hangs, is down, responds late and sends duplicates; each day
// brings a statement that overlaps the previous one. The money that was sent is compared with the money that
// the service has recorded.
import { createPaymentService, type PaymentService, type Storage } from "../../src/index.js";
import { startFaultyBank } from "../banks/faulty-bank.js";
import { seeded } from "../delivery/seeded.js";
import { listen } from "../listen.js";
import { silentLogger } from "../silent-logger.js";
import { camt, statementIban } from "../statements/camt-file.js";
import { freshStorage } from "../storages.js";
import { createActions } from "./actions.js";
import { day, hour, monthDays, monthStart } from "./calendar.js";
import { type MonthReport, recordedMoney, unmatchedMoney } from "./month-report.js";
import type { Purchase, SimulatedStore } from "./purchase.js";
import { chooseScenario, startScenario } from "./scenarios.js";

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
  const simulation = await openSimulation(seed, storeCount, storage);
  try {
    await simulation.run(paymentCount);
    return await simulation.report();
  } finally {
    await simulation.stop();
  }
}

async function openSimulation(seed: string, storeCount: number, storage: Storage) {
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
    logger: silentLogger,
  });
  const { url: base, close } = await listen(service.callback());
  const stores = await createStores(service, storeCount);
  const actions = createActions({ base, service, bank, cards, clock, random });
  const purchases: Purchase[] = [];

  async function buy(): Promise<void> {
    const store = actions.pick(stores);
    const dueCents = 500 + Math.floor(random() * 50_000);
    const payment = await initialize(base, store, { orderId: `order-${purchases.length}`, amountCents: dueCents });
    const { pathname, search } = new URL(payment.paymentUrl);
    const purchase: Purchase = {
      paymentId: payment.paymentId,
      store,
      path: pathname + search,
      reference: payment.remittanceInfo,
      dueCents,
      scenario: chooseScenario(purchases.length, random),
      extraPayments: 0,
    };
    purchases.push(purchase);
    await startScenario(actions, purchase);
  }

  /** Outages of the bank in each week. */
  function failBank(hourOfWeek: number): void {
    if (hourOfWeek === 50) bank.failWith("fetchOutcome", "down");
    if (hourOfWeek === 100) bank.failWith("fetchOutcome", { lateMs: 20 });
    if (hourOfWeek === 53 || hourOfWeek === 101) bank.failWith("fetchOutcome", undefined);
  }

  return {
    async run(paymentCount: number): Promise<void> {
      const hours = monthDays * 24;
      // No purchase starts on the last days, so that each can end within the month.
      const buyingHours = hours - 10 * 24;
      for (let slot = 0; slot < hours; slot += 1) {
        clock.at = monthStart + slot * hour;
        failBank(slot % (7 * 24));
        const until = Math.round((paymentCount * Math.min(slot + 1, buyingHours)) / buyingHours);
        while (purchases.length < until) await buy();
        await actions.runPlanned();
        await service.runDue();
        if (slot % 24 === 23) await importStatements(service, stores, Math.floor(clock.at / day));
      }
      await importStatements(service, stores, Math.floor(clock.at / day) + 1);
      // Quiet days, in which failed polls are repeated; then everything that is still pending ends.
      for (let quiet = 1; quiet <= 14; quiet += 1) {
        clock.at += day;
        await service.runDue();
      }
    },
    async report(): Promise<MonthReport> {
      const { sentCents } = actions;
      const recorded = await recordedMoney(service, purchases, sentCents);
      const unmatchedCents = await unmatchedMoney(service, stores);
      // Beyond every payment's end and the period in which late money is accepted.
      for (let month = 0; month < 9; month += 1) {
        clock.at += 30 * day;
        await service.runDue();
      }
      const nextPollAt = await storage.read((records) => records.attempts.nextPoll());
      return { seed, payments: purchases.length, sentCents, ...recorded, unmatchedCents, nextPollAt };
    },
    async stop(): Promise<void> {
      await close();
      await service.stop();
      await Promise.all([bank.stop(), cards.stop()]);
    },
  };
}

async function initialize(base: string, { merchantId, apiKey }: SimulatedStore, order: object) {
  const response = await fetch(`${base}/payments/initialize`, {
    method: "POST",
    headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
    body: JSON.stringify({ merchantId, currency: "EUR", ...order }),
  });
  if (response.status !== 200)
    throw new Error(`initialize responded with ${response.status}: ${await response.text()}`);
  // The fields that the contract requires for 200.
  return (await response.json()) as { paymentId: string; paymentUrl: string; remittanceInfo: string };
}

/** The file of a day repeats the entries of the day before, as banks' files do. */
async function importStatements(service: PaymentService, stores: readonly SimulatedStore[], today: number) {
  for (const { merchantId, entries: byDay } of stores) {
    const entries = [...(byDay.get(today - 1) ?? []), ...(byDay.get(today) ?? [])];
    if (entries.length === 0) continue;
    await service.statements.import({ merchantId, content: camt(...entries), actor: "operator:cron" });
  }
}

async function createStores(service: PaymentService, count: number): Promise<SimulatedStore[]> {
  const stores: SimulatedStore[] = [];
  for (let index = 0; index < count; index += 1) {
    const { merchantId } = await service.stores.create({
      name: `Store ${index}`,
      kyc: "approved",
      verification: "approved",
      paymentMethods: { qr_pay: "live", open_bank_transfer: "live", card_processing: "live", bank_transfer: "live" },
      bankAccount: { bankName: "Bank", accountHolder: `Store ${index}`, iban: statementIban, bic: "COBADEFFXXX" },
    });
    const { secret } = await service.apiKeys.issue({ merchantId, environment: "live" });
    stores.push({ merchantId, apiKey: secret, entries: new Map() });
  }
  return stores;
}
