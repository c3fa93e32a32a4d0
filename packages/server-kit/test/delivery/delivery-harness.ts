// A delivery engine on a real database with an injected clock, random source and sender, for the delivery tests.
import { createDeliveriesWork, type DeliveriesWork } from "../../src/background/deliveries-work.js";
import { createWorkScheduler } from "../../src/background/work-scheduler.js";
import type { Delivery } from "../../src/domain/delivery.js";
import type { SendOutcome } from "../../src/domain/delivery-outcome.js";
import { type Store, storeDefaults } from "../../src/domain/store.js";
import { createVault } from "../../src/domain/vault.js";
import { newDelivery } from "../../src/flows/new-delivery.js";
import { redeliverWebhook } from "../../src/flows/redeliver-webhook.js";
import type { WebhookRequest, WebhookSender } from "../../src/outbound/webhook-sender.js";
import type { Storage } from "../../src/storage/port.js";
import { silentLogger } from "../silent-logger.js";
import { barePayment } from "../storage/conformance/sample-records.js";
import { freshStorage } from "../storages.js";
import { seeded } from "./seeded.js";

export const startOfTime = Date.UTC(2026, 10, 27, 12);

export function responded(httpStatus: number, retryAfter?: string): SendOutcome {
  return { kind: "responded", httpStatus, retryAfter, excerpt: "", isTruncated: false, durationMs: 5 };
}

export interface SentRequest extends WebhookRequest {
  at: number;
}

export type Respond = (request: SentRequest) => SendOutcome | Promise<SendOutcome>;

export function createDeliveryHarness({ seed = "harness", storage = freshStorage(), now = startOfTime } = {}) {
  const source = seeded(seed);
  const clock = { time: now, now: () => clock.time };
  const vault = createVault([source.randomBytes(32)], source.randomBytes);
  const requests: SentRequest[] = [];
  const harness = {
    storage,
    clock,
    vault,
    requests,
    ...source,
    /** The response of every receiver. */
    respond: (() => responded(200)) as Respond,
    createSender(): WebhookSender {
      return {
        async send(request) {
          const sent = { ...request, at: clock.time };
          requests.push(sent);
          return harness.respond(sent);
        },
        close() {},
      };
    },
    createWork(overrides: Partial<Parameters<typeof createDeliveriesWork>[0]> = {}): DeliveriesWork {
      return createDeliveriesWork({
        storage,
        vault,
        clock,
        ...source,
        logger: silentLogger,
        sender: harness.createSender(),
        ...overrides,
      });
    },
    /** Starts the due sends without waiting for them, as the scheduler of this storage does. */
    async startDue(work: DeliveriesWork): Promise<void> {
      const { shared } = work;
      if (shared === undefined) return void (await work.startDue());
      await shared.join();
      await work.adjustToClock();
      await shared.recoverGone();
      await shared.runLeaderRound();
      await shared.takeDue();
      await shared.runRound();
    },
    createScheduler(work: DeliveriesWork) {
      return createWorkScheduler({
        clock,
        logger: silentLogger,
        instances: storage.instances,
        deliveries: work,
        works: [],
      });
    },
    async addStore(merchantId = "shop", settings: Partial<Store> = {}): Promise<Store> {
      const store: Store = {
        ...storeDefaults,
        name: `Shop ${merchantId}`,
        merchantId,
        webhookUrl: `https://${merchantId}.example/hook`,
        contactEmail: `owner@${merchantId}.example`,
        sealedWebhookSecret: vault.seal(`secret-of-${merchantId}`, `webhook-secret:${merchantId}`),
        sealedNextWebhookSecret: undefined,
        disabledAt: undefined,
        deletedAt: undefined,
        createdAt: clock.time,
        updatedAt: clock.time,
        ...settings,
      };
      await storage.write((records) => records.stores.insertIfAbsent(store));
      return store;
    },
    /** Does nothing when there is no such store, as after its deletion. */
    async changeStore(merchantId: string, change: Partial<Store>): Promise<void> {
      await storage.write(async (records) => {
        const store = await records.stores.find(merchantId);
        if (store) await records.stores.update({ ...store, ...change });
      });
    },
    async addDelivery(
      deliveryId: string,
      settings: Partial<Delivery> & { merchantId?: string } = {},
    ): Promise<Delivery> {
      const delivery = {
        ...newDelivery({
          deliveryId,
          merchantId: "shop",
          paymentId: `pay_${deliveryId}`,
          event: "transaction.status_changed",
          status: "completed",
          body: new TextEncoder().encode(
            JSON.stringify({ event: "transaction.status_changed", id: deliveryId, name: "Zoë" }),
          ),
          path: "queue",
          now: clock.time,
        }),
        ...settings,
      };
      await storage.write((records) => records.deliveries.insert(delivery));
      return delivery;
    },
    async addPayment(paymentId: string, merchantId = "shop"): Promise<void> {
      const payment = barePayment({
        ...{ paymentId, merchantId, environment: "test", orderId: `order of ${paymentId}`, amountCents: 1999 },
        ...{ state: "settled", checkoutToken: `token of ${paymentId}` },
        ...{ createdAt: clock.time, updatedAt: clock.time, expiresAt: clock.time + 30 * 86_400_000 },
      });
      await storage.write((records) => records.payments.insert(payment));
    },
    async find(deliveryId: string): Promise<Delivery> {
      const found = await storage.read((records) => records.deliveries.find(deliveryId));
      if (found === undefined) throw new Error(`no delivery ${deliveryId}`);
      return found;
    },
    attempts: (deliveryId: string) => storage.read((records) => records.deliveries.listAttempts(deliveryId)),
    dueMails: () => storage.read((records) => records.mails.listDue(Number.MAX_SAFE_INTEGER, 10_000)),
    redeliver: (deliveryId: string, options?: { asNew?: boolean }) =>
      redeliverWebhook({ storage, clock, randomBytes: source.randomBytes, wake() {} }, deliveryId, options),
    /** Advances the clock to each due time until nothing is scheduled; `limit` bounds the steps. */
    async runToEnd(work: DeliveriesWork, limit = 100): Promise<void> {
      for (let step = 0; step < limit; step += 1) {
        await work.runDue();
        const next = await work.nextDue();
        if (next === undefined) return;
        clock.time = Math.max(clock.time, next);
      }
    },
  };
  return harness;
}

export type DeliveryHarness = ReturnType<typeof createDeliveryHarness>;

export async function openDeliveryHarness(
  options?: Parameters<typeof createDeliveryHarness>[0],
): Promise<DeliveryHarness> {
  const harness = createDeliveryHarness(options);
  await harness.storage.open();
  return harness;
}

export type { Storage };
