// Reads before each send: the store as currently stored, and whether the claim is still held.
import type { Store } from "../domain/store.js";
import { createBatches } from "../storage/batches.js";
import type { EndpointTurns } from "../storage/port/instances.js";
import type { Records, Storage } from "../storage/port.js";
import type { ClaimedDelivery } from "./claim-deliveries.js";

export interface ForSend {
  store: Store | undefined;
  /** Whether the claim is still held. */
  isClaimed: boolean;
}

export type SendReader = (delivery: ClaimedDelivery["delivery"]) => Promise<ForSend>;

/** Chooses the reader: one read per send for a local database, batched reads for one that instances share. */
export function createSendReader(storage: Storage): SendReader {
  const { instances } = storage;
  return instances === undefined ? createLocalReader(storage) : createBatchedReader(instances.turns);
}

/** Reads store and claim in one transaction. Sends of one turn of the event loop share the read of their store. */
function createLocalReader(storage: Storage): SendReader {
  const storesOfThisTurn = new Map<string, Promise<Store | undefined>>();

  function findStore(records: Records, merchantId: string): Promise<Store | undefined> {
    let store = storesOfThisTurn.get(merchantId);
    if (store === undefined) {
      store = records.stores.find(merchantId);
      if (storesOfThisTurn.size === 0) setImmediate(() => storesOfThisTurn.clear());
      storesOfThisTurn.set(merchantId, store);
    }
    return store;
  }

  return ({ deliveryId, merchantId, claim }) =>
    storage.read(async (records) => ({
      store: await findStore(records, merchantId),
      isClaimed: await records.deliveries.isClaimed(deliveryId, claim.token),
    }));
}

interface Waiting {
  delivery: ClaimedDelivery["delivery"];
  resolve(found: ForSend): void;
  reject(error: unknown): void;
}

/** For a database behind a network: sends that arrive while a read is in flight share the next read. */
function createBatchedReader(turns: Pick<EndpointTurns, "listStoresOfClaims">): SendReader {
  const read = createBatches<Waiting>(async (batch) => {
    const claims = batch.map(({ delivery: { deliveryId, merchantId, claim } }) => ({
      deliveryId,
      merchantId,
      token: claim.token,
    }));
    try {
      const stores = await turns.listStoresOfClaims(claims);
      for (const { delivery, resolve } of batch) {
        const store = stores.get(delivery.deliveryId);
        resolve({ store, isClaimed: store !== undefined });
      }
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  });
  return (delivery) => new Promise((resolve, reject) => read({ delivery, resolve, reject }));
}
