// Expires pending payments after their 30 days, in bounded batches (spec/rules.md#statuses, 4).
import { type ApplyEventDependencies, applyEvent } from "./apply-event.js";

const batchSize = 200;

/** Expires the due payments, at most one batch; returns how many expired. */
export async function expirePayments(dependencies: ApplyEventDependencies): Promise<number> {
  const { storage, clock } = dependencies;
  const due = await storage.read((records) => records.payments.listExpired(clock.now(), batchSize));
  const results = await Promise.all(
    due.map((paymentId) => applyEvent(dependencies, paymentId, { event: "clock.expired", actor: "clock" })),
  );
  // Only expired ones count: the caller would otherwise repeat for those that cannot expire.
  return results.filter(({ kind }) => kind === "moved").length;
}
