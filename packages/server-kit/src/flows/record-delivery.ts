// Keeps what came of a send: delivery, attempt and, at a bad end, the one mail about it, in one transaction. Whoever lost the claim
// meanwhile writes nothing (specification: Delivery rules 3 and 5).
import type { Clock, Logger, Random, RandomBytes } from "../domain/clock.js";
import type { Delivery } from "../domain/delivery.js";
import { describeFailedDelivery } from "../domain/delivery-mail.js";
import type { SendOutcome } from "../domain/delivery-outcome.js";
import { completeAttempt, endsInFailure, releaseClaim, settleSend } from "../domain/delivery-progress.js";
import { createId } from "../domain/identifiers.js";
import type { Records, Storage } from "../storage/port.js";
import type { ClaimedDelivery } from "./claim-deliveries.js";

export interface RecordDependencies {
  storage: Storage;
  clock: Clock;
  random: Random;
  randomBytes: RandomBytes;
  logger: Logger;
}

/** The delivery as it stands now, or undefined when the claim was lost: the result is then not ours to write. */
export async function recordDelivery(
  dependencies: RecordDependencies,
  { delivery: { deliveryId, claim }, attempt }: ClaimedDelivery,
  outcome: SendOutcome,
): Promise<Delivery | undefined> {
  const { storage, clock, random } = dependencies;
  const now = clock.now();
  return storage.write(async (records) => {
    // Read again: a manual send may have been asked for while ours was under way.
    const before = await records.deliveries.find(deliveryId);
    if (before?.claim?.token !== claim.token) return undefined;
    const after = settleSend(before, outcome, { now, random });
    if (!(await records.deliveries.update(after, claim.token))) return undefined;
    await records.deliveries.recordAttempt(completeAttempt(attempt, outcome));
    if (endsInFailure(before, after)) await queueFailureMail(dependencies, records, after, outcome, now);
    return after;
  });
}

/** Gives back a claim that was not used. */
export async function releaseDelivery(
  { storage, clock }: Pick<RecordDependencies, "storage" | "clock">,
  { delivery: { deliveryId, claim }, attempt }: ClaimedDelivery,
): Promise<void> {
  await storage.write(async (records) => {
    const before = await records.deliveries.find(deliveryId);
    if (before?.claim?.token !== claim.token) return;
    await records.deliveries.update(releaseClaim(before, clock.now()), claim.token);
    await records.deliveries.removeAttempt(deliveryId, attempt.attempt);
  });
}

/** A store without a contact address has nobody to tell; the delivery history and the log still say it. */
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
  await records.mails.insert({
    mailId: createId("mail", randomBytes),
    merchantId,
    uniqueKey: `delivery_failed:${deliveryId}`,
    recipient: store.contactEmail,
    ...describeFailedDelivery({ delivery, outcome, storeName: store.name, orderId: payment?.orderId }),
    attemptCount: 0,
    nextAttemptAt: now,
    claimedUntil: undefined,
    messageId: undefined,
    sentAt: undefined,
    createdAt: now,
  });
}
