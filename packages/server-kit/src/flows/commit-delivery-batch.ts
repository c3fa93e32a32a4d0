// One commit of the delivery engine: records the results of finished sends and makes new claims. In one commit, because each commit costs a
// disk write that a whole batch of sends can share.
import type { Delivery } from "../domain/delivery.js";
import type { Storage } from "../storage/port.js";
import {
  type ClaimDependencies,
  type ClaimRequest,
  type Claims,
  claimDeliveries,
  noClaims,
} from "./claim-deliveries.js";
import { commitSharedDeliveryBatch } from "./commit-shared-delivery-batch.js";
import { type EndedDelivery, type RecordDependencies, recordDelivery } from "./record-delivery.js";

export type DeliveryBatchDependencies = ClaimDependencies & RecordDependencies & { storage: Storage };

/** What one commit writes and claims. */
export interface DeliveryBatch {
  ended: readonly EndedDelivery[];
  /** Undefined: make no claims. */
  request: ClaimRequest | undefined;
}

/** `recorded` is in the order of `ended`; undefined for a send whose claim was lost. */
export async function commitDeliveryBatch(
  dependencies: DeliveryBatchDependencies,
  { ended, request }: DeliveryBatch,
): Promise<{ recorded: (Delivery | undefined)[]; claims: Claims }> {
  const { instances } = dependencies.storage;
  if (instances !== undefined)
    return commitSharedDeliveryBatch({ ...dependencies, turns: instances.turns }, { ended, request });
  return dependencies.storage.write(async (records) => {
    const recorded: (Delivery | undefined)[] = [];
    for (const end of ended) recorded.push(await recordDelivery(dependencies, records, end));
    const claims = request === undefined ? noClaims : await claimDeliveries(dependencies, records, request);
    return { recorded, claims };
  });
}
