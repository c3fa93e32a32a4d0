// Commits of the delivery engine when several instances share the storage: ordinary results are written in one statement per batch, the
// others in units of work as usual.
import type { Delivery } from "../domain/delivery.js";
import {
  type Claim,
  completeAttempt,
  deferQuarantined,
  endsInFailure,
  isQuarantined,
  quarantineAfter,
  settleSend,
  startAttempt,
} from "../domain/delivery-progress.js";
import { attemptTimeoutMs, leaseMarginMs, legacyTimeoutsMs } from "../domain/delivery-schedule.js";
import { createToken } from "../domain/identifiers.js";
import type { ClaimedDue, EndpointTurns, SettledSend } from "../storage/port/instances.js";
import type { Storage } from "../storage/port.js";
import {
  type ClaimDependencies,
  type ClaimRequest,
  type Claims,
  claimDeliveries,
  type LaneRequest,
  noClaims,
} from "./claim-deliveries.js";
import { type EndedDelivery, type RecordDependencies, recordDelivery } from "./record-delivery.js";

export type SharedBatchDependencies = ClaimDependencies &
  RecordDependencies & { storage: Storage; turns: EndpointTurns };

export async function commitSharedDeliveryBatch(
  dependencies: SharedBatchDependencies,
  { ended, request }: { ended: readonly EndedDelivery[]; request: ClaimRequest | undefined },
): Promise<{ recorded: (Delivery | undefined)[]; claims: Claims }> {
  const recorded = await recordAll(dependencies, ended);
  return { recorded, claims: request === undefined ? noClaims : await claimAll(dependencies, request) };
}

async function recordAll(
  dependencies: SharedBatchDependencies,
  ended: readonly EndedDelivery[],
): Promise<(Delivery | undefined)[]> {
  const sends = new Map(ended.map((end) => [end, ordinarySend(dependencies, end)]));
  const settled = await dependencies.turns.settleAll([...sends.values()].filter((send) => send !== undefined));
  const rest = ended.filter((end) => sends.get(end) === undefined);
  const others = rest.length === 0 ? new Map() : await recordEach(dependencies, rest);
  return ended.map((end) => {
    const send = sends.get(end);
    if (send === undefined) return others.get(end);
    return settled.has(send.delivery.deliveryId) ? send.delivery : undefined;
  });
}

/** The rows of an ordinary result; undefined when more than the delivery and its attempt has to be written. */
function ordinarySend(
  { clock, random }: SharedBatchDependencies,
  { claimed, outcome, endedAt }: EndedDelivery,
): SettledSend | undefined {
  const { delivery, attempt } = claimed;
  if (outcome === undefined || isQuarantined(delivery)) return undefined;
  if (outcome.kind === "failed" && outcome.reason === "aborted") return undefined;
  const after = settleSend(delivery, outcome, { now: Math.min(endedAt, clock.now()), random });
  if (endsInFailure(delivery, after)) return undefined;
  return { claimed: delivery, delivery: after, attempt: completeAttempt(attempt, outcome) };
}

function recordEach(
  dependencies: SharedBatchDependencies,
  ended: readonly EndedDelivery[],
): Promise<Map<EndedDelivery, Delivery | undefined>> {
  return dependencies.storage.write(async (records) => {
    const recorded = new Map<EndedDelivery, Delivery | undefined>();
    for (const end of ended) recorded.set(end, await recordDelivery(dependencies, records, end));
    return recorded;
  });
}

async function claimAll(dependencies: SharedBatchDependencies, request: ClaimRequest): Promise<Claims> {
  const { storage, turns, clock, randomBytes, timeoutMs: queueTimeoutMs } = dependencies;
  if (request.alone !== undefined) return storage.write((records) => claimDeliveries(dependencies, records, request));
  const now = clock.now();
  const batch = createToken(randomBytes);
  const claim = (
    lanes: readonly LaneRequest[],
    { room, name }: { room: ReadonlyMap<string, number>; name: string },
  ) => {
    const limitOf = (lane: "first" | "retry") => lanes.find((wanted) => wanted.lane === lane)?.limit ?? 0;
    return turns.claimDue({
      now,
      limits: { first: limitOf("first"), retry: limitOf("retry") },
      room,
      batch: name,
      queueTimeoutMs,
      legacyTimeoutsMs,
      leaseMarginMs,
      quarantineAfter,
    });
  };
  const { claimed, quarantined } = await claimInLanes(claim, request, batch);
  // What is claimed is sent, whatever happens to the others: they are found again.
  const deferred = await deferAll(storage, quarantined, now).catch((error: unknown) => {
    if (claimed.length === 0) throw error;
    return [];
  });
  return {
    claimed: claimed.map(({ delivery, lane }) => {
      const { deliveryId, attemptCount: attempt, claim, path, scheduledCount } = delivery;
      if (claim === undefined) throw new Error(`Delivery ${deliveryId} was claimed without a claim.`);
      return {
        delivery: { ...delivery, claim: claim satisfies Claim },
        attempt: startAttempt({ deliveryId, attempt, isManual: claim.isManual, startedAt: now }),
        lane,
        timeoutMs: attemptTimeoutMs(path, scheduledCount, queueTimeoutMs),
      };
    }),
    next: new Map(),
    quarantined: deferred,
  };
}

/** In one statement for both lanes, unless stores give way to others in one of them. */
async function claimInLanes(
  claim: (
    lanes: readonly LaneRequest[],
    how: { room: ReadonlyMap<string, number>; name: string },
  ) => Promise<ClaimedDue>,
  { lanes, room }: ClaimRequest,
  batch: string,
): Promise<ClaimedDue> {
  if (lanes.every(({ served }) => served.size === 0)) return claim(lanes, { room, name: batch });
  const found: ClaimedDue = { claimed: [], quarantined: [] };
  const left = new Map(room);
  for (const lane of lanes) {
    const open = new Map([...left].filter(([merchantId, count]) => count > 0 && !lane.served.has(merchantId)));
    if (open.size === 0) continue;
    // What the first statement has claimed is sent, whatever happens to the second one.
    const due = await claim([lane], { room: open, name: `${batch}.${lane.lane}` }).catch((error: unknown) => {
      if (found.claimed.length === 0) throw error;
    });
    if (due === undefined) break;
    for (const { delivery } of due.claimed) left.set(delivery.merchantId, (left.get(delivery.merchantId) ?? 0) - 1);
    found.claimed.push(...due.claimed);
    found.quarantined.push(...due.quarantined);
  }
  return found;
}

/** Defers quarantined deliveries that are due while others are being sent. */
function deferAll(storage: Storage, found: readonly Delivery[], now: number): Promise<string[]> {
  if (found.length === 0) return Promise.resolve([]);
  return storage.write(async (records) => {
    const ours: string[] = [];
    for (const delivery of found) {
      if (await records.deliveries.update(deferQuarantined(delivery, now), undefined)) ours.push(delivery.deliveryId);
    }
    return ours;
  });
}
