// The delivery engine: claims what is due and has room, sends, frees the slot at the response, and records with the next batch.
// One endpoint never delays another.
import type { Clock, Logger, Random, RandomBytes } from "../domain/clock.js";
import type { Delivery } from "../domain/delivery.js";
import { outcomeWord, type SendOutcome } from "../domain/delivery-outcome.js";
import type { Vault } from "../domain/vault.js";
import type { ClaimedDelivery, ClaimRequest, Claims } from "../flows/claim-deliveries.js";
import { commitDeliveryBatch } from "../flows/commit-delivery-batch.js";
import { createDelivering } from "../flows/deliver-webhook.js";
import type { EndedDelivery } from "../flows/record-delivery.js";
import { recoverAbandoned, recoverLapsed } from "../flows/recover-interrupted.js";
import type { WebhookSender } from "../outbound/webhook-sender.js";
import type { DeliveryLane } from "../storage/port/delivery-records.js";
import type { Storage } from "../storage/port.js";
import { createEndpointSlots, defaultSlotLimits, type SlotLimits } from "./endpoint-slots.js";
import type { EngineOwner } from "./engine-owner.js";
import { createQuarantine } from "./quarantine.js";
import { createServedTurns, type ServedTurns } from "./served-turns.js";

export interface DeliveryEngineDependencies {
  storage: Storage;
  vault: Vault;
  clock: Clock;
  random: Random;
  randomBytes: RandomBytes;
  logger: Logger;
  sender: WebhookSender;
  owner: EngineOwner;
  /** Timeout of a send on the queue path, milliseconds. */
  timeoutMs: number;
  limits?: SlotLimits | undefined;
  /**
   * Set when several instances share the storage: only deliveries of stores whose turn this instance has are claimed. Called with stores
   * that have nothing due or in flight here any more. Undefined: claims for all stores.
   */
  endTurns?: ((merchantIds: readonly string[]) => Promise<void>) | undefined;
  /** False while nothing new may be claimed or sent. Sends in flight continue. */
  mayBegin?: (() => boolean) | undefined;
  /** Delay before a result that could not be recorded is retried. Default 1 s. */
  recordRetryMs?: number | undefined;
  /** Called for every finished and recorded send. */
  onSent?: ((send: RecordedSend) => void) | undefined;
  /** Called when a delivery has failed for good and its mail is queued. */
  onFailed?: (() => void) | undefined;
}

export interface RecordedSend {
  delivery: Delivery;
  attempt: number;
  /** Epoch milliseconds. */
  startedAt: number;
  outcome: SendOutcome;
}

export interface DeliveryEngine {
  /** Records finished sends, claims and starts what is due. Returns the number of claims. */
  pump(): Promise<number>;
  /** The stores whose turn this instance has; used with `endTurns`. */
  readonly served: ServedTurns;
  /** Whether there is room for more sends. */
  hasRoom(): boolean;
  /** Releases claims that are waiting here: the clock was set back, and their leases are of the clock before. */
  releaseReady(): void;
  /** Releases interrupted sends, and claims that wait too long; returns how many. */
  recover(): Promise<number>;
  /** Releases claims that wait too long for a slow endpoint; returns how many. */
  releaseStuck(): number;
  /** Releases sends whose lease has expired; returns how many. */
  recoverLapsed(): Promise<number>;
  /** Releases sends of owners that are gone; returns how many. */
  recoverOf(owners: readonly string[]): Promise<number>;
  /** Resolves when no send and no recording is in progress. */
  idle(): Promise<void>;
  isIdle(): boolean;
  sendingCount(): number;
  /** Makes no new claims; sends in flight get `graceMs` to finish, then are aborted, to be repeated by another engine. */
  stop(graceMs?: number): Promise<void>;
}

type Ended = EndedDelivery & { startedAt: number };

/** A claim that waits this long for a slow endpoint is released, so that it does not use up its lease. */
const stuckMs = 2000;
/** Results are committed after this time, or when there are this many. */
const gatherMs = 4;
const gatherCount = 64;
const defaultRecordRetryMs = 1000;
const defaultGraceMs = 5000;

export function createDeliveryEngine(dependencies: DeliveryEngineDependencies): DeliveryEngine {
  const { clock, logger, sender, owner, onSent, onFailed, endTurns } = dependencies;
  const { recordRetryMs = defaultRecordRetryMs, mayBegin = () => true } = dependencies;
  const served = createServedTurns();
  const slots = createEndpointSlots(dependencies.limits ?? defaultSlotLimits);
  const quarantine = createQuarantine({ clock });
  /** Tokens of the claims that this engine holds. */
  const held = new Set<string>();
  const work = { ...dependencies, owner: owner.id, isHeld: (token: string) => held.has(token) };
  const deliver = createDelivering(dependencies);
  /** Sends, and results that are recorded individually. */
  const underWay = new Set<Promise<void>>();
  const cursors = new Map<DeliveryLane, string | undefined>();
  let pending: Ended[] = [];
  let commitTimer: NodeJS.Timeout | undefined;
  let hasRecoveredAbandoned = false;
  let isStopping = false;
  let pumping: Promise<number> | undefined;
  let isPumpWanted = false;

  function pump(): Promise<number> {
    isPumpWanted = true;
    pumping ??= pumpWhileWanted();
    return pumping;
  }

  async function pumpWhileWanted(): Promise<number> {
    let count = 0;
    try {
      while (isPumpWanted) {
        isPumpWanted = false;
        clearTimeout(commitTimer);
        commitTimer = undefined;
        count += await pumpOnce();
      }
      return count;
    } finally {
      // Here and not in a callback of the promise: a pump requested in between would be lost.
      pumping = undefined;
    }
  }

  /** Commits until the slots are full or all stores were searched; the next commit records sends that finish meanwhile. */
  async function pumpOnce(): Promise<number> {
    let count = 0;
    let mayStartOver = [...cursors.values()].some((cursor) => cursor !== undefined);
    for (;;) {
      const ended = pending;
      pending = [];
      const request = isStopping || !mayBegin() ? undefined : claimRequest();
      if (ended.length === 0 && request === undefined) return count;
      const claims = await commit(ended, request);
      const { claimed, next, quarantined } = claims;
      if (request?.alone !== undefined) quarantine.remove(request.alone);
      quarantine.add(quarantined);
      for (const claim of claimed) {
        held.add(claim.delivery.claim.token);
        if (request?.alone !== undefined) quarantine.started(claim.delivery.claim.token);
        start(slots.admit(claim));
      }
      count += claimed.length;
      if (request !== undefined) endIdleTurns(request, claims);
      for (const [lane, cursor] of next) cursors.set(lane, cursor);
      if (request?.alone !== undefined || quarantined.length > 0) continue;
      if ([...next.values()].some((cursor) => cursor !== undefined)) continue;
      // Turns end when a claim finds nothing.
      if (endTurns !== undefined && claimed.length > 0) continue;
      if (!mayStartOver) return count;
      mayStartOver = false;
    }
  }

  function claimRequest(): ClaimRequest | undefined {
    const room = slots.room();
    const turn = quarantine.next(slots.sendingCount());
    if (turn === "wait") return undefined;
    if (turn !== undefined) return { lanes: [], perStore: room.perStore, room: room.byStore, alone: turn.alone };
    const lanes = (["first", "retry"] as const)
      .map((lane) => ({ lane, limit: room[lane], after: cursors.get(lane) }))
      .filter(({ limit }) => limit > 0);
    if (lanes.length === 0) return undefined;
    if (endTurns === undefined) return { lanes, perStore: room.perStore, room: room.byStore };
    const own = served.room(room);
    return own.size === 0 ? undefined : { lanes, perStore: 0, room: own };
  }

  function endIdleTurns(request: ClaimRequest, { claimed, quarantined }: Claims): void {
    if (endTurns === undefined) return;
    const isPending = (id: string) => pending.some((end) => end.claimed.delivery.merchantId === id);
    const dry = served.takeDry({ request, claimed, quarantined }, (id) => slots.heldBy(id) > 0 || isPending(id));
    if (dry.length > 0) track(endTurns(dry));
  }

  async function commit(ended: Ended[], request: ClaimRequest | undefined): Promise<Claims> {
    // Separate commits when instances share the storage: failing claims must not affect recorded results.
    if (endTurns !== undefined && ended.length > 0 && request !== undefined) await commit(ended, undefined);
    if (endTurns !== undefined && request !== undefined) ended = [];
    try {
      const { recorded, claims } = await commitDeliveryBatch(work, { ended, request });
      for (const [index, end] of ended.entries()) reportResult(end, recorded[index]);
      return claims;
    } catch (error) {
      // One result, or the whole database: each is retried individually, so that a single one cannot block the others.
      for (const end of ended) track(recordAlone(end));
      throw error;
    }
  }

  function reportResult({ claimed, outcome, startedAt }: Ended, after: Delivery | undefined): void {
    const { delivery, attempt } = claimed;
    held.delete(delivery.claim.token);
    if (outcome === undefined) return;
    const { deliveryId, merchantId } = delivery;
    const fields = { deliveryId, merchantId, attempt: attempt.attempt, outcome: outcomeWord(outcome) };
    if (outcome.kind === "failed" && outcome.reason === "internal") {
      logger.error(
        { ...fields, detail: outcome.detail },
        "webhook could not be sent because of an internal error; it will be retried",
      );
    } else if (outcome.kind === "failed") logger.info({ ...fields, detail: outcome.detail }, "no response to webhook");
    if (after === undefined)
      logger.warn(fields, "webhook result came too late; the delivery is claimed by another worker");
    onSent?.({ delivery, attempt: attempt.attempt, startedAt, outcome });
    if (after?.state === "dead" || after?.state === "exhausted") onFailed?.();
  }

  /** A busy or full database: retries recording the result while the claim is held. */
  async function recordAlone(end: Ended): Promise<void> {
    const { deliveryId, claim } = end.claimed.delivery;
    for (;;) {
      try {
        const { recorded } = await commitDeliveryBatch(work, { ended: [end], request: undefined });
        return reportResult(end, recorded[0]);
      } catch (error) {
        if (isStopping || clock.now() + recordRetryMs >= claim.leaseUntil) {
          held.delete(claim.token);
          logger.error({ err: error, deliveryId }, "webhook result could not be recorded; the send will be repeated");
          return;
        }
        logger.warn({ err: error, deliveryId }, "webhook result not recorded yet");
        await new Promise((resolve) => setTimeout(resolve, recordRetryMs));
      }
    }
  }

  function start(claimed: ClaimedDelivery | undefined): void {
    if (claimed !== undefined) track(send(claimed));
  }

  function track(job: Promise<void>): void {
    underWay.add(job);
    job.catch(report).finally(() => underWay.delete(job));
  }

  async function send(claimed: ClaimedDelivery): Promise<void> {
    const startedAt = clock.now();
    let outcome: SendOutcome | undefined;
    try {
      outcome = isStopping || !mayBegin() ? undefined : await deliver(claimed);
    } catch (error) {
      logger.error({ err: error, deliveryId: claimed.delivery.deliveryId }, "webhook was not sent");
    }
    pending.push({ claimed, outcome, startedAt, endedAt: clock.now() });
    quarantine.ended(claimed.delivery.claim.token);
    for (const next of slots.finish(claimed, outcome?.durationMs)) start(next);
    scheduleCommit();
  }

  function scheduleCommit(): void {
    if (pending.length >= gatherCount || slots.sendingCount() === 0) void pump().catch(report);
    else commitTimer ??= setTimeout(() => void pump().catch(report), gatherMs);
  }

  function report(error: unknown): void {
    logger.error({ err: error }, "webhooks could not be claimed or recorded; retrying");
  }

  function releaseClaims(claims: readonly ClaimedDelivery[]): void {
    const now = clock.now();
    for (const claimed of claims) pending.push({ claimed, outcome: undefined, startedAt: now, endedAt: now });
  }

  function isIdle(): boolean {
    return underWay.size === 0 && pending.length === 0 && pumping === undefined;
  }

  async function idle(): Promise<void> {
    while (!isIdle()) {
      await Promise.allSettled([...underWay]);
      if (pending.length > 0 || pumping !== undefined) await pump().catch(report);
    }
  }

  function releaseStuck(): number {
    const stuck = slots.withdraw(clock.now() - stuckMs);
    releaseClaims(stuck);
    return stuck.length;
  }

  return {
    pump,
    idle,
    isIdle,
    served,
    hasRoom: () => !isStopping && mayBegin() && slots.room().first > 0,
    releaseStuck,
    recoverLapsed: () => recoverLapsed(work),
    recoverOf: (owners) => recoverAbandoned(work, (owner) => owners.includes(owner)),
    releaseReady: () => releaseClaims(slots.withdraw(Number.POSITIVE_INFINITY)),
    async recover() {
      let count = releaseStuck() + (await recoverLapsed(work));
      if (!hasRecoveredAbandoned) {
        count += await recoverAbandoned(work, owner.isGone);
        hasRecoveredAbandoned = true;
      }
      return count;
    },
    sendingCount: () => slots.sendingCount(),
    async stop(graceMs = defaultGraceMs) {
      isStopping = true;
      releaseClaims(slots.withdraw(Number.POSITIVE_INFINITY));
      const timer = setTimeout(() => sender.close(), graceMs);
      await idle();
      clearTimeout(timer);
      sender.close();
      await endTurns?.(served.list()).catch(report);
      owner.retire();
    },
  };
}
