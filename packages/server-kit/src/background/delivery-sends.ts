// Sends claimed deliveries while there are free slots, and collects their results for the next commit.
import type { Clock, Logger } from "../domain/clock.js";
import type { SendOutcome } from "../domain/delivery-outcome.js";
import type { ClaimedDelivery } from "../flows/claim-deliveries.js";
import type { EndpointSlots } from "./endpoint-slots.js";
import type { Quarantine } from "./quarantine.js";
import type { EndedSend } from "./result-recorder.js";

export interface DeliverySends {
  /** Sends it now, or when its endpoint has a free slot. */
  admit(claimed: ClaimedDelivery): void;
  /** Collects claims that are not used, so that the next commit releases them. */
  release(claims: readonly ClaimedDelivery[]): void;
  /** Removes and returns what was collected. */
  takeEnded(): EndedSend[];
  endedCount(): number;
  /** Whether a delivery of this store is being sent, waits for a slot, or has a result that is not recorded yet. */
  isInFlight(merchantId: string): boolean;
}

export function createDeliverySends({
  clock,
  logger,
  slots,
  quarantine,
  deliver,
  mayBegin,
  track,
  onEnded,
}: {
  clock: Clock;
  logger: Logger;
  slots: Pick<EndpointSlots, "admit" | "finish" | "heldBy">;
  quarantine: Pick<Quarantine, "ended">;
  deliver(claimed: ClaimedDelivery): Promise<SendOutcome | undefined>;
  /** While false, claimed deliveries are released instead of sent. */
  mayBegin(): boolean;
  track(job: Promise<void>): void;
  /** Called after each send. */
  onEnded(): void;
}): DeliverySends {
  let ended: EndedSend[] = [];

  async function send(claimed: ClaimedDelivery): Promise<void> {
    const startedAt = clock.now();
    let outcome: SendOutcome | undefined;
    try {
      outcome = mayBegin() ? await deliver(claimed) : undefined;
    } catch (error) {
      logger.error({ err: error, deliveryId: claimed.delivery.deliveryId }, "webhook was not sent");
    }
    ended.push({ claimed, outcome, startedAt, endedAt: clock.now() });
    quarantine.ended(claimed.delivery.claim.token);
    for (const next of slots.finish(claimed, outcome?.durationMs)) track(send(next));
    onEnded();
  }

  return {
    admit(claimed) {
      const ready = slots.admit(claimed);
      if (ready !== undefined) track(send(ready));
    },
    release(claims) {
      const now = clock.now();
      for (const claimed of claims) ended.push({ claimed, outcome: undefined, startedAt: now, endedAt: now });
    },
    takeEnded() {
      const taken = ended;
      ended = [];
      return taken;
    },
    endedCount: () => ended.length,
    isInFlight: (merchantId) =>
      slots.heldBy(merchantId) > 0 || ended.some(({ claimed }) => claimed.delivery.merchantId === merchantId),
  };
}
