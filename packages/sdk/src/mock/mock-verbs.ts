// The verbs of a mock that change its state: stores, keys, orders, payments and webhooks, through the service's own flows.
import { upsertOrder } from "../../../server-kit/src/flows/keep-orders.js";
import { issueApiKey, revokeApiKey } from "../../../server-kit/src/flows/manage-api-keys.js";
import { readPayment } from "../../../server-kit/src/flows/read-payment.js";
import { readWebhookHistory } from "../../../server-kit/src/flows/read-webhook-history.js";
import { redeliverWebhook } from "../../../server-kit/src/flows/redeliver-webhook.js";
import { createStore } from "../../../server-kit/src/flows/stores/create-store.js";
import { deleteStore, setStoreDisabled } from "../../../server-kit/src/flows/stores/end-store.js";
import { updateStore } from "../../../server-kit/src/flows/stores/update-store.js";
import { announceWebhookSecret, switchWebhookSecret } from "../../../server-kit/src/flows/stores/webhook-secret.js";
import type { MemoryStorage } from "../../../server-kit/src/storage/memory/memory-storage.js";
import type { ComposedService } from "./compose-service.js";
import type { Journal } from "./engine/journal.js";
import type { MockService } from "./mock-service.js";
import { type Move, movePayment, sendEvent } from "./moves.js";
import type { PendingSleeps } from "./pending-sleeps.js";
import { withStoreDefaults } from "./store-defaults.js";
import { readDuration } from "./virtual-clock.js";
import { listDeliveries } from "./webhooks/delivery-list.js";
import type { DeliveryWork } from "./webhooks/delivery-work.js";
import type { MockSender } from "./webhooks/mock-sender.js";

/** As recorded in the audit log. */
const actor = "tester";

export interface VerbDependencies {
  /** The service's dependencies, once the seed has run. */
  ready(): Promise<ComposedService["dependencies"]>;
  /** Resolves when the webhooks that are due have been sent. */
  settle(): Promise<void>;
  sleeps: Pick<PendingSleeps, "during">;
  storage: MemoryStorage;
  sender: MockSender;
  journal: Pick<Journal, "keepSecret">;
  /** Of the current state: a reset replaces it. */
  deliveries(): DeliveryWork;
}

type Verbs = Pick<MockService, "stores" | "apiKeys" | "orders" | "sessions" | "webhooks">;

export function createVerbs(dependencies: VerbDependencies): Verbs {
  return {
    stores: storeVerbs(dependencies),
    apiKeys: apiKeyVerbs(dependencies),
    orders: { upsert: async (merchantId, order) => upsertOrder(await dependencies.ready(), merchantId, order) },
    sessions: sessionVerbs(dependencies),
    webhooks: webhookVerbs(dependencies),
  };
}

function storeVerbs({ ready, journal, deliveries }: VerbDependencies): Verbs["stores"] {
  return {
    async create(input) {
      const created = await createStore(await ready(), withStoreDefaults(input), actor);
      journal.keepSecret(created.webhookSecret);
      return created;
    },
    update: async (merchantId, input) => updateStore(await ready(), merchantId, input, actor),
    async announceWebhookSecret(merchantId) {
      const announced = await announceWebhookSecret(await ready(), merchantId, actor);
      journal.keepSecret(announced.webhookSecret);
      return announced;
    },
    switchWebhookSecret: async (merchantId) => switchWebhookSecret(await ready(), merchantId, actor),
    disable: async (merchantId) => setStoreDisabled(await ready(), merchantId, true, actor),
    async enable(merchantId) {
      await setStoreDisabled(await ready(), merchantId, false, actor);
      deliveries().wake();
    },
    delete: async (merchantId) => deleteStore(await ready(), merchantId, actor),
  };
}

function apiKeyVerbs({ ready, journal }: VerbDependencies): Verbs["apiKeys"] {
  return {
    async issue(input) {
      const issued = await issueApiKey(await ready(), input, actor);
      journal.keepSecret(issued.secret);
      return issued;
    },
    revoke: async (id) => revokeApiKey(await ready(), id, actor),
  };
}

function sessionVerbs({ ready, settle, sleeps }: VerbDependencies): Verbs["sessions"] {
  async function move(paymentId: string, target: Move) {
    const moved = await sleeps.during(async () => movePayment(await ready(), paymentId, target));
    await settle();
    return moved;
  }
  return {
    succeed: (paymentId) => move(paymentId, "succeed"),
    fail: (paymentId) => move(paymentId, "fail"),
    cancel: (paymentId) => move(paymentId, "cancel"),
    expire: (paymentId) => move(paymentId, "expire"),
    async send(paymentId, event, { amountCents } = {}) {
      const result = await sleeps.during(async () => sendEvent(await ready(), paymentId, event, amountCents));
      await settle();
      return result;
    },
    get: async (paymentId) => readPayment(await ready(), paymentId),
  };
}

function webhookVerbs({ ready, settle, storage, sender, deliveries }: VerbDependencies): Verbs["webhooks"] {
  return {
    to: (target) => sender.to(target),
    duplicateNext: () => sender.addFault("duplicated"),
    dropNext: () => sender.addFault("dropped"),
    delayNext: (delay) => deliveries().delayNext(readDuration(delay)),
    reorderNext: () => deliveries().reorderNext(),
    badSignatureNext: () => sender.addFault("bad-signature"),
    deliveries: () => listDeliveries(storage, sender, deliveries()),
    async settled() {
      await ready();
      await settle();
    },
    history: async (paymentId) => readWebhookHistory(await ready(), paymentId),
    async redeliver(deliveryId, how) {
      const wake = () => deliveries().wake();
      const queued = await redeliverWebhook({ ...(await ready()), wake }, deliveryId, how);
      await settle();
      return { deliveryId: queued.deliveryId };
    },
  };
}
