// Streams the webhooks of a store's test payments to a developer's machine (operation listenToWebhooks in spec/openapi.yaml).
import type { Clock } from "../domain/clock.js";
import type { Store } from "../domain/store.js";
import type { ListenedEvent } from "../storage/port/listener-records.js";
import type { Storage } from "../storage/port.js";
import { headersOfDelivery } from "./deliver-webhook.js";
import { headersOfChallenge, verificationEvent } from "./verify-integration.js";

export interface ListenDependencies {
  storage: Storage;
  clock: Clock;
}

/** How long events are kept for listeners that reconnect. */
export const listenedEventsKeptMs = 24 * 60 * 60 * 1000;
const pageSize = 100;

/** Starts storing events for the store's listeners. Resolves with the number of the last event. */
export function openListening({ storage, clock }: ListenDependencies, { merchantId }: Store): Promise<number> {
  const until = clock.now() + listenedEventsKeptMs;
  return storage.write((records) => records.listeners.open(merchantId, until));
}

/** Events after this number, in order; without events of an earlier store of the same id. */
export function readListened(
  { storage }: Pick<ListenDependencies, "storage">,
  { merchantId, createdAt }: Store,
  after: number,
): Promise<ListenedEvent[]> {
  return storage.read((records) => records.listeners.list(merchantId, { after, since: createdAt, limit: pageSize }));
}

/** The header fields of the first send, without the signature: the listener signs with a secret of its own. */
export function headersOfListened(listened: ListenedEvent): Record<string, string> {
  if (listened.event === verificationEvent) return headersOfChallenge(listened.deliveryId);
  return headersOfDelivery(listened, 1);
}
