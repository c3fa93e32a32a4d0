// Raises an alert on a payment, once per cause: repetitions are counted, and the store's contact receives one mail
// (spec/rules.md#alerts).
import { alertMailPrefix, alertMeaning, describeAlert } from "../domain/alert-mail.js";
import type { Clock, RandomBytes } from "../domain/clock.js";
import type { AlertDraft } from "../domain/evidence.js";
import { createTimedId } from "../domain/identifiers.js";
import type { Payment, PaymentAlert } from "../domain/payment.js";
import type { Records } from "../storage/port.js";
import { queueStoreMail } from "./queue-store-mail.js";

export interface RaiseAlertDependencies {
  clock: Clock;
  randomBytes: RandomBytes;
}

/** `resolvedBy` of an alert whose cause was gone: with a new cause it is a new alert. */
const endedByService = "service";

/** Stores or counts the alert in the caller's unit of work. */
export async function raiseAlert(
  { clock, randomBytes }: RaiseAlertDependencies,
  records: Records,
  payment: Pick<Payment, "paymentId" | "merchantId" | "environment" | "orderId" | "amountCents" | "currency">,
  { type, subject, detail, mayReopen = false }: AlertDraft,
): Promise<void> {
  const now = clock.now();
  const { paymentId, merchantId, environment } = payment;
  const known = await records.alerts.findLatest({ paymentId, type, subject });
  const staysHandled = !mayReopen && known?.resolvedBy !== endedByService;
  if (known !== undefined && (known.resolvedAt === undefined || staysHandled)) {
    const isOpen = known.resolvedAt === undefined;
    await records.alerts.update({
      ...known,
      count: known.count + 1,
      lastAt: now,
      detail: isOpen ? detail : known.detail,
    });
    return;
  }
  const alert: PaymentAlert = {
    alertId: createTimedId("alr", now, randomBytes),
    paymentId,
    merchantId,
    environment,
    type,
    subject,
    detail,
    at: now,
    count: 1,
    lastAt: now,
    resolvedAt: undefined,
    resolvedBy: undefined,
    resolution: undefined,
  };
  await records.alerts.insert(alert);
  // Types without a text for merchants are for operators, who see them in the log and in the list of alerts.
  if (alertMeaning(type) === undefined) return;
  const store = await records.stores.find(merchantId);
  if (store === undefined) return;
  const text = describeAlert(alert, { payment, storeName: store.name });
  await queueStoreMail({ randomBytes }, records, store, {
    ...text,
    uniqueKey: `${alertMailPrefix}${alert.alertId}`,
    now,
  });
}

/** Increments the count of existing alerts about a cause, without a new mail. */
export async function countAlertsAgain(
  { clock }: Pick<RaiseAlertDependencies, "clock">,
  records: Records,
  { paymentId, subject }: Pick<PaymentAlert, "paymentId" | "subject">,
): Promise<void> {
  for (const alert of await records.alerts.listOfPayment(paymentId)) {
    if (alert.subject !== subject) continue;
    await records.alerts.update({ ...alert, count: alert.count + 1, lastAt: clock.now() });
  }
}

/** Marks an alert as handled because its cause no longer exists. */
export async function endAlert(
  { clock }: Pick<RaiseAlertDependencies, "clock">,
  records: Records,
  about: Pick<PaymentAlert, "paymentId" | "type" | "subject">,
  resolution: string,
): Promise<void> {
  const alert = await records.alerts.findLatest(about);
  if (alert === undefined || alert.resolvedAt !== undefined) return;
  await records.alerts.update({ ...alert, resolvedAt: clock.now(), resolvedBy: endedByService, resolution });
}
