// The delays that a test requested: the next delivery that becomes due is sent later, or after the one that follows it.
import type { Delivery } from "../../../../server-kit/src/domain/delivery.js";
import type { DeliveryLane } from "../../../../server-kit/src/storage/port/due-delivery-records.js";
import type { Records } from "../../../../server-kit/src/storage/port.js";
import type { ComposedService } from "../compose-service.js";

export type DelayKind = "delayed" | "reordered";

export interface DeliveryDelays {
  delayNext(ms: number): void;
  reorderNext(): void;
  /** Applies the first requested delay to the next due delivery. */
  postponeNext(): Promise<void>;
  /** Makes the delivery that waits for another due, unless it is the one that was sent. */
  releaseHeld(sentDeliveryId?: string): Promise<void>;
  delaysOf(deliveryId: string): DelayKind[];
}

export const lanes = ["first", "retry"] as const satisfies DeliveryLane[];

export function createDeliveryDelays({
  storage,
  clock,
}: Pick<ComposedService["dependencies"], "storage" | "clock">): DeliveryDelays {
  const requested: ({ kind: "delayed"; ms: number } | { kind: "reordered" })[] = [];
  const applied = new Map<string, DelayKind[]>();
  let heldId: string | undefined;

  async function postpone(records: Records): Promise<void> {
    const next = await findNext(records, clock.now());
    const delay = next && requested.shift();
    if (next === undefined || delay === undefined) return;
    applied.set(next.deliveryId, [...(applied.get(next.deliveryId) ?? []), delay.kind]);
    const nextAttemptAt = delay.kind === "delayed" ? clock.now() + delay.ms : undefined;
    if (delay.kind === "reordered") heldId = next.deliveryId;
    await records.deliveries.update({ ...next, nextAttemptAt }, undefined);
  }

  return {
    delayNext: (ms) => void requested.push({ kind: "delayed", ms }),
    reorderNext: () => void requested.push({ kind: "reordered" }),
    async postponeNext() {
      if (requested.length > 0) await storage.write(postpone);
    },
    async releaseHeld(sentDeliveryId) {
      const deliveryId = heldId;
      if (deliveryId === undefined || deliveryId === sentDeliveryId) return;
      heldId = undefined;
      await storage.write(async (records) => {
        const delivery = await records.deliveries.find(deliveryId);
        if (delivery === undefined || delivery.finishedAt !== undefined || delivery.claim !== undefined) return;
        await records.deliveries.update({ ...delivery, nextAttemptAt: clock.now() }, undefined);
      });
    },
    delaysOf: (deliveryId) => [...(applied.get(deliveryId) ?? [])],
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
