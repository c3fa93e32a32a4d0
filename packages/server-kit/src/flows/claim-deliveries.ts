// Takes due deliveries in hand: claim and started attempt are committed before anything is sent, so that a crash leaves a trace and
// two engines never send the same attempt (specification: Delivery rules; at least once).
import type { Clock, RandomBytes } from "../domain/clock.js";
import type { Delivery, DeliveryAttempt } from "../domain/delivery.js";
import { type Claim, claimDelivery } from "../domain/delivery-progress.js";
import { attemptTimeoutMs, leaseMarginMs } from "../domain/delivery-schedule.js";
import { createToken } from "../domain/identifiers.js";
import type { DeliveryLane } from "../storage/port/delivery-records.js";
import type { Records } from "../storage/port.js";

export interface ClaimDependencies {
  clock: Clock;
  randomBytes: RandomBytes;
  /** Names this engine; see background/engine-owner. */
  owner: string;
  /** Time-out of a send on the queue path. */
  timeoutMs: number;
}

export interface ClaimRequest {
  lanes: readonly { lane: DeliveryLane; limit: number; after: string | undefined }[];
  perStore: number;
  room: ReadonlyMap<string, number>;
}

export interface ClaimedDelivery {
  delivery: Delivery & { claim: Claim };
  attempt: DeliveryAttempt;
  lane: DeliveryLane;
  timeoutMs: number;
}

export interface Claims {
  claimed: ClaimedDelivery[];
  /** For each lane: where a search among many stores goes on, or undefined when all were seen. */
  next: Map<DeliveryLane, string | undefined>;
}

export const noClaims: Claims = { claimed: [], next: new Map() };

/** Claims what is due and has room, in the unit of work that the caller holds. */
export async function claimDeliveries(
  { clock, randomBytes, owner, timeoutMs: queueTimeoutMs }: ClaimDependencies,
  records: Records,
  request: ClaimRequest,
): Promise<Claims> {
  const now = clock.now();
  const batch = createToken(randomBytes);
  const room = new Map(request.room);
  const claims: Claims = { claimed: [], next: new Map() };
  for (const { lane, limit, after } of request.lanes) {
    const due = await records.deliveries.listDue({ now, lane, limit, perStore: request.perStore, room, after });
    claims.next.set(lane, due.next);
    for (const found of due.deliveries) {
      const timeoutMs = attemptTimeoutMs(found.path, found.scheduledCount, queueTimeoutMs);
      const { delivery, attempt } = claimDelivery(found, {
        now,
        owner,
        token: `${batch}.${claims.claimed.length}`,
        leaseUntil: now + timeoutMs + leaseMarginMs,
      });
      if (!(await records.deliveries.update(delivery, undefined))) continue;
      await records.deliveries.recordAttempt(attempt);
      claims.claimed.push({ delivery, attempt, lane, timeoutMs });
      room.set(found.merchantId, (room.get(found.merchantId) ?? request.perStore) - 1);
    }
  }
  return claims;
}
