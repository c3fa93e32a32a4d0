// The delivery engine: claims what is due and has room, sends, frees the slot at the response, and records with the next batch.
// One endpoint never delays another.
import type { Clock, Logger, Random, RandomBytes } from "../domain/clock.js";
import { createTasksInFlight } from "../domain/tasks-in-flight.js";
import type { Vault } from "../domain/vault.js";
import { createDeliverer } from "../flows/deliver-webhook.js";
import type { WebhookSender } from "../outbound/webhook-sender.js";
import type { Storage } from "../storage/port.js";
import { type ClaimRecovery, createClaimRecovery } from "./claim-recovery.js";
import { createClaimRequests } from "./claim-requests.js";
import { createCommitQueue } from "./commit-queue.js";
import { createDeliveryCommits } from "./delivery-commits.js";
import { createDeliverySends } from "./delivery-sends.js";
import { createEndpointSlots, defaultSlotLimits, type SlotLimits } from "./endpoint-slots.js";
import type { EngineOwner } from "./engine-owner.js";
import { createQuarantine } from "./quarantine.js";
import { createResultRecorder, type RecordedSend } from "./result-recorder.js";
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
  recordRetryDelayMs?: number | undefined;
  /** Called for each send with an outcome once its batch is committed, also when its claim was lost. */
  onSent?: ((send: RecordedSend) => void) | undefined;
  /** Called when a delivery has failed for good and its mail is queued. */
  onFailed?: (() => void) | undefined;
}

export interface DeliveryEngine extends ClaimRecovery {
  /**
   * Records finished sends, claims and starts what is due, in one commit; more follow until nothing is due. Returns the number of its
   * claims.
   */
  pump(): Promise<number>;
  /** As `pump`, but resolves after the commits that follow as well, with the number of all claims. */
  pumpAll(): Promise<number>;
  /** Starts `pump` without waiting for it; an error is logged. */
  startPump(): void;
  /** The stores whose turn this instance has; used with `endTurns`. */
  readonly served: ServedTurns;
  /** Whether anything new may be claimed, when there is room for it. */
  mayBegin(): boolean;
  /** Whether there is room for more sends, and they may begin. */
  hasRoom(): boolean;
  /** Resolves when no send and no recording is in progress. */
  idle(): Promise<void>;
  isIdle(): boolean;
  sendingCount(): number;
  /** Makes no new claims from now on; sends in flight continue. */
  stopClaiming(): void;
  /** Makes no new claims; sends in flight get `graceMs` to finish, then are aborted, to be repeated by another engine. */
  stop(graceMs?: number): Promise<void>;
}

/** Results are committed after this time, or when there are this many. */
const gatherMs = 4;
const gatherCount = 64;
const defaultRecordRetryDelayMs = 1000;
const defaultGraceMs = 5000;

export function createDeliveryEngine({
  storage,
  vault,
  clock,
  random,
  randomBytes,
  logger,
  sender,
  owner,
  timeoutMs,
  limits = defaultSlotLimits,
  endTurns,
  mayBegin: mayBeginHere = () => true,
  recordRetryDelayMs = defaultRecordRetryDelayMs,
  onSent,
  onFailed,
}: DeliveryEngineDependencies): DeliveryEngine {
  let mayClaim = true;
  let isStopping = false;
  const mayBegin = () => mayClaim && mayBeginHere();
  const jobs = createTasksInFlight();
  const track = (job: Promise<void>) => void jobs.track(job.catch(report));
  const served = createServedTurns();
  const slots = createEndpointSlots(limits);
  const quarantine = createQuarantine({ clock });
  const results = createResultRecorder(
    { storage, clock, logger, random, randomBytes, timeoutMs, owner: owner.id, onSent, onFailed },
    { recordRetryDelayMs, recordsBeforeClaims: endTurns !== undefined, mayRetry: () => !isStopping, track },
  );
  const deliver = createDeliverer({ storage, vault, clock, sender });
  const sends = createDeliverySends({
    clock,
    logger,
    slots,
    quarantine,
    deliver,
    mayBegin,
    track,
    onEnded: commitSoon,
  });
  const requests = createClaimRequests({ slots, quarantine, served: endTurns && served });
  const commit = createDeliveryCommits({ results, requests, sends, quarantine, served, endTurns, mayBegin, track });
  const commits = createCommitQueue(async (options) => {
    const done = await commit(options);
    if (!mayClaim) leaveStores();
    return done;
  }, report);
  const recovery = createClaimRecovery(
    { storage, clock, randomBytes, logger, timeoutMs, isHeld: results.isHeld },
    { slots, sends, owner },
  );

  function commitSoon(): void {
    if (sends.endedCount() >= gatherCount || slots.sendingCount() === 0) startPump();
    else commits.runWithin(gatherMs);
  }

  function report(error: unknown): void {
    logger.error({ err: error }, "webhooks could not be claimed or recorded; retrying");
  }

  /** Another instance may claim for these stores: the work that this one's stop waits for may take long. */
  function leaveStores(): void {
    const left = served.list().filter((merchantId) => !sends.isInFlight(merchantId));
    if (endTurns === undefined || left.length === 0) return;
    served.remove(left);
    track(endTurns(left));
  }

  const isIdle = () => jobs.count() === 0 && sends.endedCount() === 0 && !commits.isRunning();

  async function idle(): Promise<void> {
    while (!isIdle()) {
      await jobs.settled();
      if (sends.endedCount() > 0) await commits.run().catch(report);
      // Not requested: a search over more stores than one commit covers begins again with each request, and would never end.
      else await commits.settled();
    }
  }

  const startPump = () => void commits.run().catch(report);

  function stopClaiming(): void {
    mayClaim = false;
    recovery.releaseReady();
    startPump();
  }

  return {
    pump: commits.run,
    pumpAll: commits.runAll,
    startPump,
    stopClaiming,
    idle,
    isIdle,
    served,
    mayBegin,
    hasRoom: () => mayBegin() && slots.room().first > 0,
    ...recovery,
    sendingCount: slots.sendingCount,
    async stop(graceMs = defaultGraceMs) {
      isStopping = true;
      stopClaiming();
      const timer = setTimeout(() => sender.close(), graceMs);
      await idle();
      clearTimeout(timer);
      sender.close();
      await endTurns?.(served.list()).catch(report);
      owner.retire();
    },
  };
}
