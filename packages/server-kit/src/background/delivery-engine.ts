// The delivery engine: claims what is due and has room, sends, frees the slot at the response, and records with the next batch.
// One endpoint never delays another.
import type { Clock, Logger, Random, RandomBytes } from "../domain/clock.js";
import type { SendOutcome } from "../domain/delivery-outcome.js";
import type { Vault } from "../domain/vault.js";
import type { ClaimedDelivery, ClaimRequest, Claims } from "../flows/claim-deliveries.js";
import { createDelivering } from "../flows/deliver-webhook.js";
import { recoverAbandoned, recoverLapsed } from "../flows/recover-interrupted.js";
import type { WebhookSender } from "../outbound/webhook-sender.js";
import type { DeliveryLane } from "../storage/port/delivery-records.js";
import type { Storage } from "../storage/port.js";
import { createEndpointSlots, defaultSlotLimits, type SlotLimits } from "./endpoint-slots.js";
import type { EngineOwner } from "./engine-owner.js";
import { createQuarantine } from "./quarantine.js";
import { createResultRecorder, type EndedSend, type RecordedSend } from "./result-recorder.js";
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

/** A claim that waits this long for a slow endpoint is released, so that it does not use up its lease. */
const stuckMs = 2000;
/** Results are committed after this time, or when there are this many. */
const gatherMs = 4;
const gatherCount = 64;
const defaultRecordRetryMs = 1000;
const defaultGraceMs = 5000;

export function createDeliveryEngine(dependencies: DeliveryEngineDependencies): DeliveryEngine {
  const { clock, logger, sender, owner, onSent, onFailed, endTurns, mayBegin = () => true } = dependencies;
  const served = createServedTurns();
  const slots = createEndpointSlots(dependencies.limits ?? defaultSlotLimits);
  const quarantine = createQuarantine({ clock });
  const { storage, vault, random, randomBytes, timeoutMs } = dependencies;
  const results = createResultRecorder(
    { storage, clock, logger, random, randomBytes, timeoutMs, owner: owner.id, onSent, onFailed },
    {
      recordRetryMs: dependencies.recordRetryMs ?? defaultRecordRetryMs,
      isRecordedApart: endTurns !== undefined,
      mayRetry: () => !isStopping,
      track,
    },
  );
  const interrupted = { storage, clock, randomBytes, logger, timeoutMs, isHeld: results.isHeld };
  const deliver = createDelivering({ storage, vault, clock, sender });
  /** Sends, and results that are recorded individually. */
  const inFlight = new Set<Promise<void>>();
  const cursors = new Map<DeliveryLane, string | undefined>();
  let pending: EndedSend[] = [];
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
      const claims = await results.commit(ended, request);
      const { claimed, next, quarantined } = claims;
      if (request?.alone !== undefined) quarantine.remove(request.alone);
      quarantine.add(quarantined);
      for (const claim of claimed) {
        results.hold(claim);
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

  function start(claimed: ClaimedDelivery | undefined): void {
    if (claimed !== undefined) track(send(claimed));
  }

  function track(job: Promise<void>): void {
    inFlight.add(job);
    job.catch(report).finally(() => inFlight.delete(job));
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
    return inFlight.size === 0 && pending.length === 0 && pumping === undefined;
  }

  async function idle(): Promise<void> {
    while (!isIdle()) {
      await Promise.allSettled([...inFlight]);
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
    recoverLapsed: () => recoverLapsed(interrupted),
    recoverOf: (owners) => recoverAbandoned(interrupted, (owner) => owners.includes(owner)),
    releaseReady: () => releaseClaims(slots.withdraw(Number.POSITIVE_INFINITY)),
    async recover() {
      let count = releaseStuck() + (await recoverLapsed(interrupted));
      if (!hasRecoveredAbandoned) {
        count += await recoverAbandoned(interrupted, owner.isGone);
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
