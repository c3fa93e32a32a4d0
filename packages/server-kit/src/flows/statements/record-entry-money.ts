// What an entry does to a payment: money that came in is received, money that was taken back raises an alert. Within the caller's unit of
// work, so that an entry and what it settles are written together or not at all.

import { judgeEvidence } from "../../domain/evidence.js";
import type { Payment } from "../../domain/payment.js";
import { findTransition } from "../../domain/transition-graph.js";
import type { KeptEntry } from "../../storage/port/statement-records.js";
import type { Records } from "../../storage/port.js";
import { appendAudit } from "../append-audit.js";
import { factsOf } from "../apply-event.js";
import { recordTransition, type TransitionDependencies } from "../record-transition.js";

export interface EntryMoney {
  entry: Omit<KeptEntry, "state">;
  payment: Payment;
  /** The part of the entry that goes to this payment. */
  amountCents: number;
  actor: string;
  /** `matched` by its reference, or `assigned` by a person. */
  how: "matched" | "assigned";
}

/** @throws PaymentMovedError when somebody else wrote the payment meanwhile: run the unit again. */
export async function recordEntryMoney(
  dependencies: TransitionDependencies,
  records: Records,
  money: EntryMoney,
): Promise<void> {
  const { entry, payment, amountCents, actor, how } = money;
  if (entry.direction === "credit") await receiveEntry(dependencies, records, money);
  else await raiseReturned(dependencies, records, money);
  const at = dependencies.clock.now();
  await records.statements.insertAssignment({
    entryId: entry.entryId,
    paymentId: payment.paymentId,
    amountCents,
    actor,
    at,
  });
  await appendAudit(dependencies, records, {
    actor,
    action: `statement.entry_${how}`,
    merchantId: entry.merchantId,
    subject: entry.statementId,
    detail: { entryId: entry.entryId, paymentId: payment.paymentId, amountCents, currency: entry.currency },
  });
}

async function receiveEntry(
  dependencies: TransitionDependencies,
  records: Records,
  { entry, payment, amountCents, actor }: EntryMoney,
): Promise<void> {
  const store = await records.stores.findEvenDeleted(payment.merchantId);
  if (store === undefined) throw new Error(`The store of payment ${payment.paymentId} is gone.`);
  const at = dependencies.clock.now();
  const news = {
    type: "settlement.confirmed" as const,
    amountCents,
    currency: entry.currency,
    reference: entry.bankReference,
    detail: `statement entry ${entry.entryId}`,
  };
  const judged = judgeEvidence(payment, news);
  const row = judged.event && findTransition(payment.state, judged.event, factsOf(payment, store, at));
  if (row !== undefined && judged.event !== undefined && row.to !== payment.state) {
    await recordTransition(dependencies, records, {
      before: payment,
      next: { ...payment, state: row.to },
      cause: { event: judged.event, actor, reason: row.reason },
    });
  }
  await records.payments.appendEvidence({
    paymentId: payment.paymentId,
    event: news.type,
    wasAllowed: row !== undefined,
    providerTime: entry.bookedOn === undefined ? undefined : Date.parse(entry.bookedOn),
    amountCents,
    currency: entry.currency,
    reference: entry.bankReference,
    detail: news.detail,
    at,
  });
  for (const alert of judged.alerts) await records.payments.appendAlert({ paymentId: payment.paymentId, ...alert, at });
}

async function raiseReturned(
  { clock }: TransitionDependencies,
  records: Records,
  { entry, payment, amountCents }: EntryMoney,
): Promise<void> {
  const reason = entry.returnReason === undefined ? "" : ` (${entry.returnReason})`;
  const what = entry.isReturn ? "returned" : "reversed";
  await records.payments.appendAlert({
    paymentId: payment.paymentId,
    type: "payment_returned",
    detail: `${amountCents} ${entry.currency} ${what} by the bank${reason}, statement entry ${entry.entryId}`,
    at: clock.now(),
  });
}
