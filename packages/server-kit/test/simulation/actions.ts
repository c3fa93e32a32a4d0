// What buyers, banks and stores of a simulated month can do, now or at a later hour.
import type { PaymentService } from "../../src/index.js";
import type { FaultyBank } from "../banks/faulty-bank.js";
import { day, hour, lastHour } from "./calendar.js";
import type { Purchase, SimulatedStore } from "./purchase.js";

interface ActionDependencies {
  base: string;
  service: PaymentService;
  bank: FaultyBank;
  cards: FaultyBank;
  clock: { at: number };
  random(): number;
}

export type Actions = ReturnType<typeof createActions>;

export function createActions({ base, service, bank, cards, clock, random }: ActionDependencies) {
  const sentCents = new Map<string, number>();
  const planned = new Map<number, (() => Promise<void> | void)[]>();
  let entryCount = 0;

  function pick<Item>(items: readonly Item[]): Item {
    const item = items[Math.floor(random() * items.length)];
    if (item === undefined) throw new Error("nothing to pick from");
    return item;
  }

  /** Schedules within the month, so that each day's statement is still imported. */
  function plan(from: number, to: number, work: () => Promise<void> | void): void {
    const wanted = Math.floor(clock.at / hour) + from + Math.floor(random() * (to - from));
    const slot = Math.min(wanted, lastHour);
    planned.set(slot, [...(planned.get(slot) ?? []), work]);
  }

  function send(paymentId: string, cents: number): void {
    sentCents.set(paymentId, (sentCents.get(paymentId) ?? 0) + cents);
  }

  /** An entry of the store's next statement. */
  function enter(store: SimulatedStore, cents: number, text: string): void {
    entryCount += 1;
    const today = Math.floor(clock.at / day);
    const entry = {
      cents,
      text: text.length > 20 && random() < 0.3 ? [text.slice(0, 12), text.slice(12)] : text,
      reference: `B${entryCount}`,
      day: new Date(clock.at).toISOString().slice(0, 10),
    };
    store.entries.set(today, [...(store.entries.get(today) ?? []), entry]);
  }

  /** @returns The URL of the redirect. */
  async function post(path: string, fields: Record<string, string> = {}): Promise<string> {
    const response = await fetch(base + path, {
      method: "POST",
      body: new URLSearchParams(fields),
      redirect: "manual",
    });
    await response.arrayBuffer();
    if (response.status !== 303) throw new Error(`POST ${path.split("?")[0]} responded with ${response.status}`);
    return response.headers.get("location") ?? "";
  }

  function sessionAt(at: FaultyBank, { paymentId }: Purchase): string {
    const session = [...at.sessions.values()].findLast(({ request }) => request.paymentId === paymentId);
    if (session === undefined) throw new Error(`no session of ${paymentId} at the bank`);
    return session.sessionId;
  }

  return {
    service,
    bank,
    cards,
    sentCents,
    pick,
    plan,
    send,
    enter,
    sessionAt,
    runPlanned: async () => {
      for (const work of planned.get(Math.floor(clock.at / hour)) ?? []) await work();
    },
    /** A transfer of a buyer; `isMeant` is false when nothing in it names the payment. */
    transfer({ store, paymentId }: Purchase, cents: number, text: string, isMeant = true): void {
      send(isMeant ? paymentId : "", cents);
      enter(store, cents, text);
    },
    /** The bank or the card processor reports the whole amount. */
    payAt(at: FaultyBank, purchase: Purchase, reference: string): void {
      const { paymentId, dueCents: amountCents } = purchase;
      send(paymentId, amountCents);
      at.setEvents(sessionAt(at, purchase), { type: "provider.success", amountCents, currency: "EUR", reference });
    },
    /** A buyer whom the bank refuses at present tries again. */
    async choose({ path }: Purchase, method: string): Promise<void> {
      const isElsewhere = method === "open_bank_transfer" || method === "card_processing";
      for (let tries = 1; ; tries += 1) {
        const target = await post(path.replace("?", "/choose?"), { method });
        if (!isElsewhere || target.includes("/handover")) return;
        if (tries === 20) throw new Error(`${method}: redirected to ${target} instead of the bank`);
      }
    },
    goBack: ({ path }: Purchase) => post(path.replace("?", "/back?")),
  };
}
