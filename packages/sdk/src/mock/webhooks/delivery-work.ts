// Sends due webhooks one after the other by the service's own flows: claim, sign and post, record. Sequential and without timers, where
// the service sends concurrently.
import {
  commitDeliveryBatch,
  type DeliveryBatchDependencies,
} from "../../../../server-kit/src/flows/commit-delivery-batch.js";
import { createDeliverer } from "../../../../server-kit/src/flows/deliver-webhook.js";
import type { ComposedService } from "../compose-service.js";
import { createDeliveryDelays, type DeliveryDelays, lanes } from "./delivery-delays.js";
import type { MockSender } from "./mock-sender.js";

export interface DeliveryWork extends Omit<DeliveryDelays, "postponeNext"> {
  /** Sends everything that is due by the clock; resolves with the number of deliveries when all have ended. */
  run(): Promise<number>;
  /** Starts sending after the caller's own work. */
  wake(): void;
  /** Resolves when nothing is being sent. @throws Error with the cause that ended the sending, once */
  settled(): Promise<void>;
  isRunning(): boolean;
  /**
   * Ends the current run after its send in progress. A `run` or `wake` before that end joins it and sends nothing: the mock is stopping, or
   * a reset is replacing this object, and the storage is being restored.
   */
  interrupt(): void;
}

/** For one send, on the mock's clock, which a send does not advance. */
const timeoutMs = 30_000;

export function createDeliveryWork(
  { dependencies }: Pick<ComposedService, "dependencies">,
  sender: MockSender,
): DeliveryWork {
  const delays = createDeliveryDelays(dependencies);
  const sendNext = createSendNext(dependencies, sender, delays);
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

  return {
    ...delays,
    run,
    wake() {
      void Promise.resolve().then(() => {
        // Caught on the promise that `run` returns, not on one derived from it: `settled` awaits the same one, and must find the failure
        // recorded.
        run().catch((error: unknown) => {
          failure ??= { error };
          dependencies.logger.error({ err: error }, "webhooks were not sent");
        });
      });
    },
    async settled() {
      // A wake-up in the same turn of the event loop runs after it.
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
  };
}

/** Resolves with false when nothing that is due could be sent. */
function createSendNext(
  dependencies: ComposedService["dependencies"],
  sender: MockSender,
  delays: Pick<DeliveryDelays, "postponeNext" | "releaseHeld">,
): () => Promise<boolean> {
  const batch: DeliveryBatchDependencies = { ...dependencies, owner: "mock", timeoutMs };
  return async () => {
    await delays.postponeNext();
    for (const lane of lanes) {
      const laneRequest = { lane, limit: 1, after: undefined, served: new Set<string>() };
      const request = { lanes: [laneRequest], perStore: 1, room: new Map<string, number>() };
      const { claims } = await commitDeliveryBatch(batch, { ended: [], request });
      const [claimed] = claims.claimed;
      if (claimed === undefined) continue;
      // Created for each send: it caches stores and secrets for a turn of the event loop, in which a test may change them.
      const outcome = await createDeliverer({ ...dependencies, sender })(claimed);
      const ended = [{ claimed, outcome, endedAt: dependencies.clock.now() }];
      await commitDeliveryBatch(batch, { ended, request: undefined });
      await delays.releaseHeld(claimed.delivery.deliveryId);
      // Without an outcome the delivery is still due, and trying it again now would not end.
      return outcome !== undefined;
    }
    return false;
  };
}
