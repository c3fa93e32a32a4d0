// Background work: webhook deliveries. `startDue` starts sends and returns; `runDue` waits for them. Before looking for due deliveries,
// waiting times are adjusted to a clock that was set back: a lease must be compared with the clock that wrote it.
import { limits } from "../domain/generated/limits.js";
import { createClockAdjuster } from "../flows/adjust-to-clock.js";
import type { Instances } from "../storage/port/instances.js";
import { createDeliveryEngine, type DeliveryEngineDependencies } from "./delivery-engine.js";
import type { DueWork } from "./due-work.js";
import { createEngineOwner, type EngineOwner } from "./engine-owner.js";
import { createSharedDeliveries, type SharedDeliveries } from "./shared-deliveries.js";

export type DeliveriesWorkDependencies = Omit<
  DeliveryEngineDependencies,
  "owner" | "timeoutMs" | "endTurns" | "mayBegin"
> & {
  /** Default: a new one for this process. */
  owner?: EngineOwner | undefined;
  /** Timeout of a send on the queue path. Default 30 s, at most 60 s. */
  timeoutMs?: number | undefined;
  /** Loads the client of webhooks ahead of the first one; called once, when there is nothing to send and a store has a webhook URL. */
  prepareSender?: (() => Promise<void>) | undefined;
  /** Monotonic milliseconds, for the interval between checks of leases: `clock` may be set back. Default: the platform's. */
  monotonicNow?: (() => number) | undefined;
};

export interface DeliveriesWork extends DueWork {
  startDue(): Promise<number>;
  stop(): Promise<void>;
  /** Makes no new claims from now on; sends in flight continue. */
  stopClaiming(): void;
  sendingCount(): number;
  /** Adjusts waiting times to a clock that was set back. */
  adjustToClock(): Promise<void>;
  /** Set when several instances share the storage: called by the jobs. */
  readonly shared: SharedDeliveries | undefined;
}

/** The instance is the owner: the storage detects ended instances by their locks, on any host. */
function ownerOf({ id }: Instances): EngineOwner {
  return { id, isGone: () => false, retire() {} };
}

export const deliveriesWorkName = "deliveries";
const defaultTimeoutMs = limits.webhookTimeoutMs;
/** How often expired leases are checked, at most. */
const recoverEveryMs = 500;
export const maxWebhookTimeoutMs = 60_000;

export function createDeliveriesWork(dependencies: DeliveriesWorkDependencies): DeliveriesWork {
  const { storage, clock, timeoutMs = defaultTimeoutMs, monotonicNow = () => performance.now() } = dependencies;
  if (!(timeoutMs > 0 && timeoutMs <= maxWebhookTimeoutMs)) {
    throw new Error(`webhooks.timeoutMs must be between 1 and ${maxWebhookTimeoutMs}; got ${timeoutMs}.`);
  }
  const { instances } = storage;
  const owner = dependencies.owner ?? (instances ? ownerOf(instances) : createEngineOwner(dependencies.randomBytes));
  const preparation = createPreparation(dependencies);
  let sentCount = 0;
  let lookedAt = Number.NEGATIVE_INFINITY;
  const clockAdjuster = createClockAdjuster(dependencies);
  const engine = createDeliveryEngine({
    ...dependencies,
    owner,
    timeoutMs,
    ...(instances && {
      endTurns: (merchantIds) => instances.turns.end(merchantIds, clock.now()),
      mayBegin: instances.isRegistered,
    }),
    onSent(send) {
      sentCount += 1;
      dependencies.onSent?.(send);
    },
  });

  async function adjustToClock(): Promise<void> {
    const { hasGoneBack } = await clockAdjuster.adjust();
    if (hasGoneBack) engine.releaseReady();
  }
  const shared = instances && createSharedDeliveries({ instances, engine, clock });

  return {
    name: deliveriesWorkName,
    shared,
    adjustToClock,
    async startDue() {
      await adjustToClock();
      await engine.pump();
      await preparation.look(engine.sendingCount() === 0);
      if (monotonicNow() - lookedAt > recoverEveryMs) {
        lookedAt = monotonicNow();
        if ((await engine.recover()) > 0) await engine.pump();
      }
      // Zero: finished sends start the next claim themselves, so the scheduler need not repeat immediately.
      return 0;
    },
    async runDue() {
      const before = sentCount;
      await shared?.join();
      await shared?.recoverGone();
      const { hasGoneBack, moved } = await clockAdjuster.adjust({ isThorough: true });
      if (hasGoneBack) engine.releaseReady();
      const recovered = await engine.recover();
      do await engine.idle();
      while (
        // A turn that is being ended hides the due deliveries of its store: they are checked again afterwards.
        (await engine.pumpAll()) > 0 ||
        (await shared?.takeDue()) ||
        !engine.isIdle()
      );
      return sentCount - before + recovered + moved;
    },
    nextDue: () => storage.read((records) => records.deliveries.nextDue(clock.now())),
    stopClaiming: engine.stopClaiming,
    stop: () => engine.stop(),
    sendingCount: () => engine.sendingCount(),
  };
}

/** Stores that are checked for a webhook URL before the client is loaded; larger deployments have already sent. */
const storesLookedAt = 100;

/**
 * The client of webhooks takes some 60 ms to load, during which the process is blocked. So it is loaded while no webhook is due, and at the
 * second check, when the process has started.
 */
function createPreparation({
  storage,
  prepareSender,
  logger,
}: Pick<DeliveriesWorkDependencies, "storage" | "prepareSender" | "logger">) {
  let looks = 0;
  let isDone = prepareSender === undefined;
  return {
    async look(isIdle: boolean): Promise<void> {
      looks += 1;
      if (isDone || looks === 1 || !isIdle) return;
      const stores = await storage.read((records) => records.stores.list({ limit: storesLookedAt }));
      if (isDone || !stores.some(({ webhookUrl }) => webhookUrl !== undefined)) return;
      isDone = true;
      prepareSender?.().catch((error: unknown) =>
        logger.error({ err: error }, "the webhook client could not be loaded"),
      );
    },
  };
}
