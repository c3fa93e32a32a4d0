// Records the result of a send: delivery, attempt and, after a final failure, the mail about it, in one transaction. A sender that has lost
// its claim writes nothing (spec/rules.md#delivery-rules, 3 and 5).
import type { Clock, Logger, Random, RandomBytes } from "../domain/clock.js";
import type { Delivery } from "../domain/delivery.js";
import { describeFailedDelivery } from "../domain/delivery-mail.js";
import type { SendOutcome } from "../domain/delivery-outcome.js";
import {
  completeAttempt,
  endsInFailure,
  isQuarantined,
  releaseClaim,
  settleSend,
} from "../domain/delivery-progress.js";
import type { Records } from "../storage/port.js";
import type { ClaimedDelivery } from "./claim-deliveries.js";
import { queueStoreMail } from "./queue-store-mail.js";
import { endAlert } from "./raise-alert.js";

export interface RecordDependencies {
  clock: Clock;
  random: Random;
  randomBytes: RandomBytes;
  logger: Logger;
}

/** A finished send; the outcome is undefined when nothing was sent. */
export interface EndedDelivery {
  claimed: ClaimedDelivery;
  outcome: SendOutcome | undefined;
  /** Epoch milliseconds: the next delay counts from here, or from the time of recording if the clock went back in between. */
  endedAt: number;
}

/**
 * Writes the result in the caller's unit of work. Returns the updated delivery, or undefined when the claim was lost
 * and nothing was written.
 */
export async function recordDelivery(
  dependencies: RecordDependencies,
  records: Records,
  { claimed, outcome, endedAt: measuredEnd }: EndedDelivery,
): Promise<Delivery | undefined> {
  const endedAt = Math.min(measuredEnd, dependencies.clock.now());
  const { delivery: before, attempt } = claimed;
  if (outcome === undefined) return releaseDelivery(dependencies, records, claimed);
  const after = settleSend(before, outcome, { now: endedAt, random: dependencies.random });
  const isAborted = outcome.kind === "failed" && outcome.reason === "aborted";
  const isOurs = isAborted
    ? await putBack(records, claimed, (current) => settleSend(current, outcome, { now: endedAt, random: () => 0 }))
    : await records.deliveries.settle(after, before);
  if (!isOurs) return undefined;
  await records.deliveries.recordAttempt(completeAttempt(attempt, outcome));
  if (isQuarantined(before) && !isQuarantined(after)) await endQuarantine(dependencies, records, after);
  if (endsInFailure(before, after)) await queueFailureMail(dependencies, records, after, outcome, endedAt);
  return after;
}

async function endQuarantine(
  { clock }: Pick<RecordDependencies, "clock">,
  records: Records,
  { paymentId, deliveryId }: Delivery,
): Promise<void> {
  const about = { paymentId, subject: deliveryId };
  for (const type of ["webhook_delivery_quarantined", "webhook_delivery_parked"] as const)
    await endAlert({ clock }, records, { ...about, type }, "A send has a result.");
}

/** Releases a claim that was not used. */
async function releaseDelivery(
  { clock }: Pick<RecordDependencies, "clock">,
  records: Records,
  claimed: ClaimedDelivery,
): Promise<Delivery | undefined> {
  const isOurs = await putBack(records, claimed, (current) => releaseClaim(current, clock.now()));
  if (!isOurs) return undefined;
  await records.deliveries.removeAttempt(claimed.delivery.deliveryId, claimed.attempt.attempt);
  return claimed.delivery;
}

/** Reads the row again: a manual send may have been requested meanwhile. */
async function putBack(
  records: Records,
  { delivery: { deliveryId, claim } }: ClaimedDelivery,
  change: (current: Delivery) => Delivery,
): Promise<boolean> {
  const current = await records.deliveries.find(deliveryId);
  if (current?.claim?.token !== claim.token) return false;
  return records.deliveries.update(change(current), claim.token);
}

/** Without a contact address no mail is sent; the delivery history and the log still show the failure. */
async function queueFailureMail(
  { randomBytes, logger }: RecordDependencies,
  records: Records,
  delivery: Delivery,
  outcome: SendOutcome,
  now: number,
): Promise<void> {
  const { deliveryId, merchantId, paymentId, state } = delivery;
  logger.warn({ deliveryId, merchantId, paymentId, state }, "webhook delivery ended without success");
  const store = await records.stores.find(merchantId);
  if (store?.contactEmail === undefined) return;
  const payment = await records.payments.find(paymentId);
  const text = describeFailedDelivery({ delivery, outcome, storeName: store.name, orderId: payment?.orderId });
  await queueStoreMail({ randomBytes }, records, store, { ...text, uniqueKey: `delivery_failed:${deliveryId}`, now });
}
