// The facts of an initialize call, read one by one: for databases in the same process, where each read is cheap.
import type { InitializeRecords } from "./port/initialize-records.js";
import type { Records } from "./port.js";

export function createInitializeRecords({
  idempotency,
  payments,
  stores,
}: Pick<Records, "idempotency" | "payments" | "stores">): InitializeRecords {
  return {
    async find(call) {
      const pending = await payments.findPending(call.slot);
      return {
        stored: call.idempotency && (await idempotency.find(call.idempotency)),
        pending,
        newestOpen: await payments.findNewestOpen(call.slot, pending?.paymentId ?? ""),
        store: await stores.find(call.slot.merchantId),
        mayBeListenedTo: true,
      };
    },
  };
}
