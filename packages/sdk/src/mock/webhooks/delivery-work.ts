// Sends what is due, one delivery after the other: claim, sign and post, record, by the service's own flows. Ordered and without timers,
// where the service's engine sends side by side.
import type { Delivery } from "../../../../server-kit/src/domain/delivery.js";
import {
  commitDeliveryBatch,
  type DeliveryBatchDependencies,
} from "../../../../server-kit/src/flows/commit-delivery-batch.js";
import { createDelivering } from "../../../../server-kit/src/flows/deliver-webhook.js";
import type { DeliveryLane } from "../../../../server-kit/src/storage/port/delivery-records.js";
import type { Records } from "../../../../server-kit/src/storage/port.js";
import type { ComposedService } from "../compose-service.js";
import type { MockSender } from "./mock-sender.js";

export interface DeliveryWork {
  /** Sends everything that is due by the clock; resolves when all of it has ended. */
  run(): Promise<number>;
  /** Starts sending after the caller's own work. */
  kick(): void;
  /** Resolves when nothing is being sent. @throws Error whose cause ended the sending, once */
  settled(): Promise<void>;
  isRunning(): boolean;
  /** Begins no further send until it is asked to again. */
  interrupt(): void;
  /** The next delivery that falls due waits this much longer. */
  delayNext(ms: number): void;
  /** The next delivery that falls due waits for the one after it. */
  reorderNext(): void;
  /** Lets a delivery go that waits for another. */
  releaseHeld(): Promise<void>;
  delayOf(deliveryId: string): ("delayed" | "reordered")[];
}

const lanes = ["first", "retry"] as const satisfies DeliveryLane[];
/** Time for one send by the mock's clock, which a send does not move. */
const timeoutMs = 30_000;

export function createDeliveryWork(
  { dependencies }: Pick<ComposedService, "dependencies">,
  sender: MockSender,
): DeliveryWork {
  const { storage, clock } = dependencies;
  const turn: DeliveryBatchDependencies = { ...dependencies, owner: "mock", timeoutMs };
  const delays: ({ kind: "delayed"; ms: number } | { kind: "reordered" })[] = [];
  const metDelays = new Map<string, ("delayed" | "reordered")[]>();
  let heldId: string | undefined;
  let running: Promise<number> | undefined;
  let isWanted = false;
  let isInterrupted = false;
  let failure: { error: unknown } | undefined;

  function run(): Promise<number> {
    isWanted = true;
    running ??= runWhileWanted().finally(() => {
      running = undefined;
      isInterrupted = false;
    });
    return running;
  }

  async function runWhileWanted(): Promise<number> {
    let count = 0;
    while (isWanted && !isInterrupted) {
      isWanted = false;
      while (!isInterrupted && (await sendNext())) count += 1;
    }
    return count;
  }

  async function sendNext(): Promise<boolean> {
    if (delays.length > 0) await storage.write(postpone);
    for (const lane of lanes) {
      const request = { lanes: [{ lane, limit: 1, after: undefined }], perStore: 1, room: new Map<string, number>() };
      const { claims } = await commitDeliveryBatch(turn, { ended: [], request });
      const [claimed] = claims.claimed;
      if (claimed === undefined) continue;
      // Created for each send: it caches stores and secrets for a turn of the event loop, in which a test may change them.
      const outcome = await createDelivering({ ...dependencies, sender })(claimed);
      await commitDeliveryBatch(turn, { ended: [{ claimed, outcome, endedAt: clock.now() }], request: undefined });
      if (claimed.delivery.deliveryId !== heldId) await releaseHeld();
      // Not sent: it is due as before, and looking again at once would not end.
      return outcome !== undefined;
    }
    return false;
  }

  /** Moves the next due delivery out of the way. */
  async function postpone(records: Records): Promise<void> {
    const next = await findNext(records, clock.now());
    const delay = next && delays.shift();
    if (next === undefined || delay === undefined) return;
    metDelays.set(next.deliveryId, [...(metDelays.get(next.deliveryId) ?? []), delay.kind]);
    const nextAttemptAt = delay.kind === "delayed" ? clock.now() + delay.ms : undefined;
    if (delay.kind === "reordered") heldId = next.deliveryId;
    await records.deliveries.update({ ...next, nextAttemptAt }, undefined);
  }

  async function releaseHeld(): Promise<void> {
    const deliveryId = heldId;
    if (deliveryId === undefined) return;
    heldId = undefined;
    await storage.write(async (records) => {
      const delivery = await records.deliveries.find(deliveryId);
      if (delivery === undefined || delivery.finishedAt !== undefined || delivery.claim !== undefined) return;
      await records.deliveries.update({ ...delivery, nextAttemptAt: clock.now() }, undefined);
    });
  }

  return {
    run,
    kick() {
      void Promise.resolve()
        .then(run)
        .catch((error: unknown) => {
          failure ??= { error };
          dependencies.logger.error({ err: error }, "webhooks were not sent");
        });
    },
    async settled() {
      // What was announced in this turn has its kick still ahead.
      await Promise.resolve();
      while (running !== undefined) await running.catch(() => undefined);
      await Promise.resolve();
      if (failure === undefined) return;
      const { error } = failure;
      failure = undefined;
      throw new Error("The mock could not send webhooks.", { cause: error });
    },
    isRunning: () => running !== undefined,
    interrupt() {
      isInterrupted = running !== undefined;
    },
    delayNext: (ms) => void delays.push({ kind: "delayed", ms }),
    reorderNext: () => void delays.push({ kind: "reordered" }),
    releaseHeld,
    delayOf: (deliveryId) => [...(metDelays.get(deliveryId) ?? [])],
  };
}

async function findNext(records: Records, now: number): Promise<Delivery | undefined> {
  for (const lane of lanes) {
    const request = { now, lane, limit: 1, perStore: 1, room: new Map<string, number>(), after: undefined };
    const [next] = (await records.deliveries.listDue(request)).deliveries;
    if (next !== undefined) return next;
  }
  return undefined;
}
