// Ends pending payments whose 30 days are over, in bounded batches (spec/rules.md#statuses, 4).
import { type ApplyEventDependencies, applyEvent } from "./apply-event.js";

const batchSize = 200;

/** Expires what is due by now, at most one batch; returns how many payments it ended. */
export async function expirePayments(dependencies: ApplyEventDependencies): Promise<number> {
  const { storage, clock } = dependencies;
  const due = await storage.read((records) => records.payments.listExpired(clock.now(), batchSize));
  const results = await Promise.all(
    due.map((paymentId) => applyEvent(dependencies, paymentId, { event: "clock.expired", actor: "clock" })),
  );
  // Counting those that would not move would look at them again and again.
  return results.filter(({ kind }) => kind === "moved").length;
}
