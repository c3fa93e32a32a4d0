// Keeps deliveries flowing: claim what is due and has room, send, free the slot at the answer, record with the next group of commits.
// Never waits for one endpoint before it serves another.
import type { Clock, Logger, Random, RandomBytes } from "../domain/clock.js";
import type { Delivery } from "../domain/delivery.js";
import { outcomeWord, type SendOutcome } from "../domain/delivery-outcome.js";
import type { Vault } from "../domain/vault.js";
import { type ClaimedDelivery, claimDeliveries } from "../flows/claim-deliveries.js";
import { deliverWebhook } from "../flows/deliver-webhook.js";
import { recordDelivery, releaseDelivery } from "../flows/record-delivery.js";
import { recoverAbandoned, recoverLapsed } from "../flows/recover-interrupted.js";
import type { WebhookSender } from "../outbound/webhook-sender.js";
import type { DeliveryLane } from "../storage/port/delivery-records.js";
import type { Storage } from "../storage/port.js";
import { createEndpointSlots, defaultSlotLimits, type SlotLimits } from "./endpoint-slots.js";
import type { EngineOwner } from "./engine-owner.js";

export interface DeliveryEngineDependencies {
  storage: Storage;
  vault: Vault;
  clock: Clock;
  random: Random;
  randomBytes: RandomBytes;
  logger: Logger;
  sender: WebhookSender;
  owner: EngineOwner;
  /** Time-out of a send on the queue path. */
  timeoutMs: number;
  limits?: SlotLimits | undefined;
  /** Told about every send that has ended. */
  onSent?:
    | ((send: { delivery: Delivery; attempt: number; startedAt: number; outcome: SendOutcome }) => void)
    | undefined;
  /** A delivery has ended badly and its mail waits: somebody should look. */
  onFailed?: (() => void) | undefined;
}

export interface DeliveryEngine {
  /** Claims and starts what is due; resolves when nothing more can be started now. Returns how many claims were made. */
  pump(): Promise<number>;
  /** Puts cut-off sends back; returns how many. */
  recover(): Promise<number>;
  /** Resolves when no send and no record is under way. */
  idle(): Promise<void>;
  sendingCount(): number;
  /** No new claims; sends under way get `graceMs` to end, then are cut off and repeated by whoever comes next. */
  stop(graceMs?: number): Promise<void>;
}

/** A claim that waits this long behind a slow endpoint goes back, so that it does not use up its lease. */
const stuckMs = 2000;
const recordRetryMs = 1000;
const defaultGraceMs = 5000;

export function createDeliveryEngine(dependencies: DeliveryEngineDependencies): DeliveryEngine {
  const { clock, logger, sender, owner, onSent, onFailed } = dependencies;
  const slots = createEndpointSlots(dependencies.limits ?? defaultSlotLimits);
  const work = { ...dependencies, owner: owner.id, isHeld: (token: string) => held.has(token) };
  /** Tokens of the claims that this engine still works under. */
  const held = new Set<string>();
  const underWay = new Set<Promise<void>>();
  const cursors = new Map<DeliveryLane, string | undefined>();
  let hasRecoveredAbandoned = false;
  let isStopping = false;
  let pumping: Promise<number> | undefined;
  let isPumpWanted = false;

  function pump(): Promise<number> {
    isPumpWanted = true;
    pumping ??= pumpWhileWanted().finally(() => {
      pumping = undefined;
    });
    return pumping;
  }

  async function pumpWhileWanted(): Promise<number> {
    let count = 0;
    while (isPumpWanted && !isStopping) {
      isPumpWanted = false;
      count += await claimRound();
    }
    return count;
  }

  /** Claims until the slots are full or all stores were looked at. */
  async function claimRound(): Promise<number> {
    let count = 0;
    let mayStartOver = [...cursors.values()].some((cursor) => cursor !== undefined);
    while (!isStopping) {
      const room = slots.room();
      const lanes = (["first", "retry"] as const)
        .map((lane) => ({ lane, limit: room[lane], after: cursors.get(lane) }))
        .filter(({ limit }) => limit > 0);
      if (lanes.length === 0) return count;
      const { claimed, next } = await claimDeliveries(work, { lanes, perStore: room.perStore, room: room.byStore });
      for (const [lane, cursor] of next) cursors.set(lane, cursor);
      for (const claim of claimed) {
        held.add(claim.delivery.claim.token);
        start(slots.admit(claim));
      }
      count += claimed.length;
      if (claimed.length > 0 || [...next.values()].some((cursor) => cursor !== undefined)) continue;
      if (!mayStartOver) return count;
      mayStartOver = false;
    }
    return count;
  }

  function start(claimed: ClaimedDelivery | undefined): void {
    if (claimed !== undefined) track(sendAndRecord(claimed));
  }

  function track(job: Promise<void>): void {
    underWay.add(job);
    job
      .catch((error: unknown) =>
        logger.error({ err: error }, "webhook send could not be recorded; its lease will run out"),
      )
      .finally(() => underWay.delete(job));
  }

  async function sendAndRecord(claimed: ClaimedDelivery): Promise<void> {
    const startedAt = clock.now();
    let outcome: SendOutcome | undefined;
    try {
      outcome = isStopping ? undefined : await deliverWebhook(dependencies, claimed);
    } catch (error) {
      logger.error({ err: error, deliveryId: claimed.delivery.deliveryId }, "webhook was not sent");
    } finally {
      for (const next of slots.finish(claimed, outcome?.durationMs)) start(next);
    }
    if (!isStopping) void pump().catch(reportPump);
    try {
      if (outcome === undefined) await releaseDelivery(work, claimed);
      else await record(claimed, outcome, startedAt);
    } finally {
      held.delete(claimed.delivery.claim.token);
    }
  }

  async function record(claimed: ClaimedDelivery, outcome: SendOutcome, startedAt: number): Promise<void> {
    const { deliveryId, merchantId, claim } = claimed.delivery;
    const fields = { deliveryId, merchantId, attempt: claimed.attempt.attempt, outcome: outcomeWord(outcome) };
    if (outcome.kind === "failed") logger.info({ ...fields, detail: outcome.detail }, "webhook not answered");
    for (;;) {
      try {
        const after = await recordDelivery(work, claimed, outcome);
        if (after === undefined) logger.warn(fields, "webhook result came too late; the delivery is in other hands");
        onSent?.({ delivery: claimed.delivery, attempt: claimed.attempt.attempt, startedAt, outcome });
        if (after?.state === "dead" || after?.state === "exhausted") onFailed?.();
        return;
      } catch (error) {
        // A busy or full database: the result is worth waiting for, as long as the claim is ours.
        if (isStopping || clock.now() + recordRetryMs >= claim.leaseUntil) throw error;
        logger.warn({ ...fields, err: error }, "webhook result not recorded yet");
        await new Promise((resolve) => setTimeout(resolve, recordRetryMs));
      }
    }
  }

  function reportPump(error: unknown): void {
    logger.error({ err: error }, "due webhooks could not be claimed; trying again at the next look");
  }

  async function giveBack(claims: readonly ClaimedDelivery[]): Promise<void> {
    await Promise.all(claims.map((claimed) => releaseDelivery(work, claimed)));
    for (const { delivery } of claims) held.delete(delivery.claim.token);
  }

  return {
    pump,
    async recover() {
      await giveBack(slots.withdraw(clock.now() - stuckMs));
      let count = await recoverLapsed(work);
      if (!hasRecoveredAbandoned) {
        count += await recoverAbandoned(work, owner.isGone);
        hasRecoveredAbandoned = true;
      }
      return count;
    },
    async idle() {
      while (underWay.size > 0 || pumping !== undefined) {
        await Promise.allSettled([...underWay, pumping]);
      }
    },
    sendingCount: () => slots.sendingCount(),
    async stop(graceMs = defaultGraceMs) {
      isStopping = true;
      await pumping?.catch(reportPump);
      await giveBack(slots.withdraw(Number.POSITIVE_INFINITY)).catch(reportPump);
      const timer = setTimeout(() => sender.close(), graceMs);
      while (underWay.size > 0) await Promise.allSettled([...underWay]);
      clearTimeout(timer);
      sender.close();
      owner.retire();
    },
  };
}
