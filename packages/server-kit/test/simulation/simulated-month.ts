// A month of stores, buyers, a bank with faults and a statement each day, from one seed. A ledger beside the service counts the money; the
// service is asked afterwards what it recorded.
import { createServer } from "node:http";
import { createPaymentService, type ProviderEvent, sqliteStorage } from "../../src/index.js";
import { createTestClock, day, hour } from "../banks/bank-service.js";
import { type BankFault, startFaultyBank } from "../banks/faulty-bank.js";
import { account } from "../checkout/checkout-harness.js";
import { closers, listen } from "../service/loopback.js";

export interface MonthOptions {
  seed: number;
  stores: number;
  /** In all, over thirty days. */
  payments: number;
}

interface Expected {
  paymentId: string;
  reference: string;
  amountCents: number;
  receivedCents: number;
  /** Arrivals that came when what is due was there already. */
  duplicates: number;
}

interface Entry {
  text: string;
  cents: number;
  bankReference: string;
}

const days = 30;

export async function simulateMonth({ seed, stores, payments }: MonthOptions) {
  const random = seeded(seed);
  const chance = (share: number) => random() < share;
  const clock = createTestClock(Date.parse("2027-03-01T06:00:00Z"));
  const bank = await startFaultyBank({ clock, sessionLifetimeMs: hour });
  closers.push(() => bank.stop());
  const server = createServer();
  const base = await listen(server);
  const storage = sqliteStorage({ filename: ":memory:" });
  const service = createPaymentService({
    ...{ baseUrl: base, storage, clock, random, rateLimits: false, providerTimeoutMs: 60 },
    openBanking: { live: bank.provider() },
    logger: { debug() {}, info() {}, warn() {}, error() {} },
  });
  closers.push(() => service.stop());
  server.on("request", service.callback());
  const shops = await openStores();
  const ledger = new Map<string, Expected>();
  const unmatched = new Map<string, number>();
  const entries = new Map<string, Entry[]>(shops.map(({ merchantId }) => [merchantId, []]));
  const later: { onDay: number; act: () => void }[] = [];
  let bookings = 0;

  async function openStores() {
    const opened: { merchantId: string; secret: string }[] = [];
    for (let index = 0; index < stores; index += 1) {
      const { merchantId } = await service.stores.create({
        ...{ name: `Store ${index}`, kyc: "approved", verification: "approved", bankAccount: account },
      });
      const { secret } = await service.apiKeys.issue({ merchantId, environment: "live" });
      opened.push({ merchantId, secret });
    }
    return opened;
  }

  async function initialize(shop: (typeof shops)[number], orderId: string, isDirect: boolean): Promise<Expected> {
    const amountCents = 500 + Math.floor(random() * 20_000);
    const direct = { checkoutMode: "direct_provider", paymentMethod: "open_bank_transfer", customerCountry: "DE" };
    const response = await fetch(`${base}/payments/initialize`, {
      method: "POST",
      headers: { authorization: `Bearer ${shop.secret}`, "content-type": "application/json" },
      body: JSON.stringify({
        ...{ merchantId: shop.merchantId, orderId, amountCents, currency: "EUR" },
        ...(isDirect && direct),
      }),
    });
    // Sound for these fields, of a 200.
    const body = (await response.json()) as { paymentId: string; remittanceInfo: string };
    if (response.status !== 200) throw new Error(`initialize answered ${response.status}: ${JSON.stringify(body)}`);
    const stored = await service.payments.get(body.paymentId);
    const expected = { paymentId: body.paymentId, reference: stored?.remittanceInfo ?? "", amountCents };
    const one: Expected = { ...expected, receivedCents: 0, duplicates: 0 };
    ledger.set(one.paymentId, one);
    return one;
  }

  function receive(payment: Expected, cents: number): void {
    if (payment.receivedCents >= payment.amountCents) payment.duplicates += 1;
    payment.receivedCents += cents;
  }

  /** The entry is on the statement of a day to come. */
  function book(merchantId: string, text: string, cents: number, onDay: number): void {
    bookings += 1;
    const entry = { text, cents, bankReference: `B${bookings}` };
    later.push({ onDay, act: () => void entries.get(merchantId)?.push(entry) });
  }

  /** At the bank: paid, paid twice, in parts, refused, or never heard of again. The store's statement shows what was paid, once each. */
  function playBank(merchantId: string, payment: Expected, sessionId: string, today: number): void {
    const { amountCents, reference } = payment;
    const paid = (news: ProviderEvent[], parts: number[]) => {
      bank.tell(sessionId, ...news);
      for (const cents of parts) {
        receive(payment, cents);
        if (chance(0.8)) book(merchantId, reference, cents, today + 1);
      }
    };
    const fate = random();
    if (fate < 0.6) paid([{ type: "provider.success", reference: "S1" }], [amountCents]);
    else if (fate < 0.65) {
      const twice: ProviderEvent[] = ["S1", "S2"].map((name) => ({ type: "provider.success", reference: name }));
      paid(twice, [amountCents, amountCents]);
    } else if (fate < 0.72) {
      const first = 1 + Math.floor(random() * (amountCents / 2 - 1));
      const parts = [first, amountCents - first];
      const news = parts.map((cents, index): ProviderEvent => {
        return { type: "settlement.partial", amountCents: cents, currency: "eur", reference: `P${index}` };
      });
      paid(news, parts);
    } else if (fate < 0.85) bank.tell(sessionId, { type: "provider.rejected" });
  }

  /** A transfer: once, in parts, twice, with nothing that says what it is for, or never. */
  function playTransfer(merchantId: string, payment: Expected, today: number): void {
    const { amountCents, reference } = payment;
    const transfer = (cents: number, delay: number) => {
      receive(payment, cents);
      book(merchantId, `Re ${chance(0.3) ? reference.toLowerCase() : reference} thanks`, cents, today + delay);
    };
    const fate = random();
    if (fate < 0.6) transfer(amountCents, 1);
    else if (fate < 0.7) {
      transfer(300, 1);
      transfer(amountCents - 300, 2);
    } else if (fate < 0.75) {
      transfer(amountCents, 1);
      transfer(amountCents, 3);
    } else if (fate < 0.85) {
      unmatched.set(merchantId, (unmatched.get(merchantId) ?? 0) + amountCents);
      book(merchantId, "thank you very much", amountCents, today + 1);
    }
  }

  async function importStatement(merchantId: string, today: number): Promise<void> {
    const all = entries.get(merchantId) ?? [];
    if (all.length === 0) return;
    const bookedOn = new Date(clock.now()).toISOString().slice(0, 10);
    const content = new TextEncoder().encode(camtOf(all, bookedOn));
    const input = { merchantId, content, actor: "cron", fileName: `${today}.xml` };
    await service.statements.import(input);
    // The same file once more, as cron jobs do after a failure.
    if (chance(0.2)) await service.statements.import(input);
    entries.set(merchantId, []);
  }

  async function liveOneDay(today: number): Promise<void> {
    const faults: (BankFault | undefined)[] = ["hang", "down", "garbage", "reset", { lateMs: 5 }, undefined, undefined];
    const fault = faults[Math.floor(random() * faults.length)];
    for (let count = 0; today < days && count < payments / days; count += 1) {
      const shop = shops[Math.floor(random() * shops.length)] ?? shops[0];
      if (shop === undefined) throw new Error("there is no store");
      const isDirect = chance(0.5);
      const payment = await initialize(shop, `${today}-${count}`, isDirect);
      if (isDirect) playBank(shop.merchantId, payment, bank.latest().sessionId, today);
      else playTransfer(shop.merchantId, payment, today);
    }
    for (const { onDay, act } of later) if (onDay === today) act();
    bank.misbehave("fetchOutcome", fault);
    clock.pass(hour / 2);
    await service.runDue();
    bank.heal();
    for (const step of [hour / 4, hour, 6 * hour, 8 * hour]) {
      clock.pass(step);
      await service.runDue();
    }
    for (const { merchantId } of shops) await importStatement(merchantId, today);
    clock.pass(day - 15.75 * hour);
    await service.runDue();
  }

  for (let today = 0; today < days + 4; today += 1) await liveOneDay(today);
  /** Long after: what is still asked about then is asked about for ever. */
  async function passYear(): Promise<void> {
    for (let month = 0; month < 9; month += 1) {
      clock.pass(30 * day);
      await service.runDue();
    }
  }
  return { service, storage, bank, shops, ledger, unmatched, passYear };
}

function camtOf(entries: readonly Entry[], bookedOn: string): string {
  const rows = entries.map(({ text, cents, bankReference }) => {
    const amount = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, "0")}`;
    return `<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>${bookedOn}</Dt></BookgDt><AcctSvcrRef>${bankReference}</AcctSvcrRef><NtryDtls><TxDtls><Amt Ccy="EUR">${amount}</Amt><RmtInf><Ustrd>${text}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><GrpHdr><MsgId>1</MsgId></GrpHdr><Stmt><Id>1</Id><Acct><Id><IBAN>${account.iban}</IBAN></Id><Ccy>EUR</Ccy></Acct>${rows.join("\n")}</Stmt></BkToCstmrStmt></Document>`;
}

/** mulberry32 */
function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
