// Lists every webhook so far with its attempts, read synchronously from the memory tables.
import type { DeliveryState } from "../../../../server-kit/src/domain/delivery.js";
import type { MemoryStorage } from "../../../../server-kit/src/storage/memory/memory-storage.js";
import type { DeliveryWork } from "./delivery-work.js";
import type { MockSender, SendFault } from "./mock-sender.js";

export interface MockDelivery {
  /** As in X-Service-Delivery. */
  deliveryId: string;
  paymentId: string;
  merchantId: string;
  event: string;
  /** Transaction status that the body reports. */
  status: string;
  /** The exact bytes as text. */
  body: string;
  state: DeliveryState;
  /** Epoch milliseconds on the mock's clock; undefined once nothing more is planned. */
  nextAttemptAt: number | undefined;
  attempts: { attempt: number; at: number; outcome: string; httpStatus: number | undefined }[];
  /** The faults that the test requested. */
  faults: (SendFault | "delayed" | "reordered")[];
}

/** In the order of their creation. */
export function listDeliveries(
  { tables }: Pick<MemoryStorage, "tables">,
  sender: Pick<MockSender, "faultsOf">,
  work: Pick<DeliveryWork, "delaysOf">,
): MockDelivery[] {
  return [...tables.deliveries.rows()].map(
    ({ deliveryId, paymentId, merchantId, event, status, body, state, nextAttemptAt }) => ({
      deliveryId,
      paymentId,
      merchantId,
      event,
      status,
      body: new TextDecoder().decode(body),
      state,
      nextAttemptAt,
      attempts: [...tables.deliveryAttempts.rows()]
        .filter((row) => row.deliveryId === deliveryId)
        .map(({ attempt, startedAt, outcome, httpStatus }) => ({ attempt, at: startedAt, outcome, httpStatus })),
      faults: [...work.delaysOf(deliveryId), ...sender.faultsOf(deliveryId)],
    }),
  );
}
