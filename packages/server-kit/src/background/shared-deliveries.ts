// Deliveries when several instances share the storage: the instance that runs the job of a store takes the store's turn, and only the
// holder of the turn claims for it. The endpoint's cap and the fairness between stores therefore apply across all instances.
import type { Clock } from "../domain/clock.js";
import type { Instances } from "../storage/port/instances.js";
import type { DeliveryEngine } from "./delivery-engine.js";
import { createSerialQueue } from "./serial-queue.js";

export interface SharedDeliveries {
  join(): Promise<void>;
  /** The job of a store: takes its turn and starts sending its due deliveries, without waiting for the sends. */
  serve(merchantId: string): Promise<void>;
  /** Takes the turns of all stores with something due; false when there were none and no job is taking one. */
  takeDue(): Promise<boolean>;
  /** Releases the claims of ended instances; for calls without a leader, because no background work is running. */
  recoverGone(): Promise<void>;
  /** Called periodically on each instance. */
  runRound(): Promise<void>;
  /** Called periodically on the leading instance: plans jobs for due deliveries without one, and releases claims of ended instances. */
  runLeaderRound(): Promise<void>;
}

/** Delay of a store's job when this instance has no free slots: another instance may have some. */
const fullDelayMs = 200;
/** After this many delays the store is served without a free slot: stores that always have something due would keep it out for ever. */
const maxDelays = 10;

export function createSharedDeliveries({
  instances,
  engine,
  clock,
}: {
  instances: Instances;
  engine: DeliveryEngine;
  clock: Clock;
}): SharedDeliveries {
  const { turns, jobs } = instances;
  const changes = createSerialQueue();
  let changeCount = 0;

  /**
   * Serialises changes of the turns in the database and of the stores that the engine serves: otherwise a turn that was taken while another
   * change was in progress could belong to this instance without being served.
   */
  function inOrder<Result>(change: () => Promise<Result>): Promise<Result> {
    changeCount += 1;
    return changes.run(() =>
      change().finally(() => {
        changeCount -= 1;
      }),
    );
  }

  function takeAndServe(take: () => Promise<string[]>): Promise<boolean> {
    return inOrder(async () => {
      const taken = await take();
      engine.served.add(taken);
      return taken.length > 0;
    });
  }

  /** How often the job of a store was delayed since there was room. */
  const delays = new Map<string, number>();

  function mayTake(merchantId: string): boolean {
    if (engine.hasRoom()) {
      delays.clear();
      return true;
    }
    if (!engine.mayBegin()) return false;
    const count = delays.get(merchantId) ?? 0;
    if (count < maxDelays) delays.set(merchantId, count + 1);
    else delays.delete(merchantId);
    return count >= maxDelays;
  }

  async function recoverGone(waitsForGracePeriod: boolean): Promise<void> {
    const gone = await instances.releaseGone({ waitsForGracePeriod });
    if (gone.length > 0) await engine.recoverOf(gone);
  }

  return {
    join: instances.join,
    recoverGone: () => recoverGone(true),
    async serve(merchantId) {
      if (!mayTake(merchantId)) return jobs.plan([{ task: "deliver", subject: merchantId, delayMs: fullDelayMs }]);
      await takeAndServe(() => turns.take([merchantId]));
      engine.startPump();
    },
    async takeDue() {
      const isJobTaking = changeCount > 0;
      // An instance that is stopping ends its turns: it would take them again and again.
      if (!engine.hasRoom()) return isJobTaking;
      const hasTaken = await takeAndServe(() => turns.takeDue(clock.now()));
      return hasTaken || isJobTaking;
    },
    async runRound() {
      await inOrder(async () => {
        const serving = engine.served.list();
        const own = await turns.listOwn();
        // After a long disconnection, turns may have been taken: another instance claims for those stores now.
        engine.served.remove(serving.filter((merchantId) => !own.includes(merchantId)));
        // The connection ended after a turn was taken and before this instance received the result.
        engine.served.add(own);
      });
      engine.releaseStuck();
      await engine.pump();
    },
    async runLeaderRound() {
      await recoverGone(false);
      await engine.recoverLapsed();
      await turns.planDue(clock.now());
    },
  };
}
