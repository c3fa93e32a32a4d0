// Claims due deliveries: claim and started attempt are committed before the send, so that a crash leaves a record and
// two engines never send the same attempt (spec/rules.md#delivery-rules; at least once).
import type { Clock, RandomBytes } from "../domain/clock.js";
import type { Delivery, DeliveryAttempt } from "../domain/delivery.js";
import { type Claim, claimDelivery, deferQuarantined, isQuarantined } from "../domain/delivery-progress.js";
import { attemptTimeoutMs, leaseMarginMs } from "../domain/delivery-schedule.js";
import { createToken } from "../domain/identifiers.js";
import { acceptsDeliveries } from "../domain/store.js";
import type { DeliveryLane } from "../storage/port/due-delivery-records.js";
import type { Records } from "../storage/port.js";

export interface ClaimDependencies {
  clock: Clock;
  randomBytes: RandomBytes;
  /** Id of this engine; see background/engine-owner.ts. */
  owner: string;
  /** Timeout of a send on the queue path, milliseconds. */
  timeoutMs: number;
}

export interface LaneRequest {
  lane: DeliveryLane;
  limit: number;
  /** `next` of the lane's last claim, where the search over stores continues. */
  after: string | undefined;
  /** Stores that had their turn in this lane and give way to the others. */
  served: ReadonlySet<string>;
}

export interface ClaimRequest {
  lanes: readonly LaneRequest[];
  /** Deliveries to claim of one store at most, unless `room` contains it. */
  perStore: number;
  /** How many more deliveries may be claimed, by merchant id. */
  room: ReadonlyMap<string, number>;
  /** Claim only this quarantined delivery, due or not; the lanes are empty. */
  alone?: string | undefined;
}

export interface ClaimedDelivery {
  delivery: Delivery & { claim: Claim };
  attempt: DeliveryAttempt;
  lane: DeliveryLane;
  timeoutMs: number;
}

export interface Claims {
  claimed: ClaimedDelivery[];
  /** Per lane: cursor of the search over stores, or undefined when all were searched. */
  next: Map<DeliveryLane, string | undefined>;
  /** Due, but in quarantine: deferred briefly, to be claimed alone. */
  quarantined: string[];
}

export const noClaims: Claims = { claimed: [], next: new Map(), quarantined: [] };

/** Claims the due deliveries for which there is room, in the caller's unit of work. */
export async function claimDeliveries(
  dependencies: ClaimDependencies,
  records: Records,
  request: ClaimRequest,
): Promise<Claims> {
  const now = dependencies.clock.now();
  const batch = createToken(dependencies.randomBytes);
  const room = new Map(request.room);
  const claims: Claims = { claimed: [], next: new Map(), quarantined: [] };
  if (request.alone !== undefined) {
    const found = await findForSendAlone(records, request.alone, now);
    const claimed = found && (await claimOne(dependencies, records, found, { now, token: batch, lane: "first" }));
    if (claimed !== undefined) claims.claimed.push(claimed);
  }
  for (const { lane, limit, after, served } of request.lanes) {
    const roomInLane = served.size === 0 ? room : new Map([...room, ...[...served].map((id) => [id, 0] as const)]);
    const due = await records.deliveries.listDue({
      now,
      lane,
      limit,
      perStore: request.perStore,
      room: roomInLane,
      after,
    });
    claims.next.set(lane, due.next);
    for (const found of due.deliveries) {
      if (isQuarantined(found)) {
        const isOurs = await records.deliveries.update(deferQuarantined(found, now), undefined);
        if (isOurs) claims.quarantined.push(found.deliveryId);
        continue;
      }
      const token = `${batch}.${claims.claimed.length}`;
      const claimed = await claimOne(dependencies, records, found, { now, token, lane });
      if (claimed === undefined) continue;
      claims.claimed.push(claimed);
      room.set(found.merchantId, (room.get(found.merchantId) ?? request.perStore) - 1);
    }
  }
  return claims;
}

async function claimOne(
  { owner, timeoutMs: queueTimeoutMs }: ClaimDependencies,
  records: Records,
  found: Delivery,
  { now, token, lane }: { now: number; token: string; lane: DeliveryLane },
): Promise<ClaimedDelivery | undefined> {
  const timeoutMs = attemptTimeoutMs(found.path, found.scheduledCount, queueTimeoutMs);
  const leaseUntil = now + timeoutMs + leaseMarginMs;
  const { delivery, attempt } = claimDelivery(found, { now, owner, token, leaseUntil });
  if (!(await records.deliveries.update(delivery, undefined))) return undefined;
  await records.deliveries.recordAttempt(attempt);
  return { delivery, attempt, lane, timeoutMs };
}

/** The delivery to claim, or undefined when it no longer has to be sent. */
async function findForSendAlone(records: Records, deliveryId: string, now: number): Promise<Delivery | undefined> {
  const found = await records.deliveries.find(deliveryId);
  if (found === undefined || found.claim !== undefined) return undefined;
  const { nextAttemptAt, manualSendAt, merchantId } = found;
  if (nextAttemptAt === undefined && manualSendAt === undefined) return undefined;
  const store = await records.stores.find(merchantId);
  // `deferQuarantined` moved the requested time into the future; with it at `now`, the attempt counts as manual.
  return acceptsDeliveries(store)
    ? { ...found, manualSendAt: manualSendAt === undefined ? undefined : now }
    : undefined;
}
