// Applies an entry to a payment: a credit is recorded as received; a reversal reduces what counts as received, and raises an alert. In the
// caller's unit of work, so that an entry and the payment are written together or not at all.
import { receivedCents } from "../../domain/arrival.js";
import { reportedAmount } from "../../domain/money-text.js";
import type { Payment } from "../../domain/payment.js";
import { hasEnded } from "../../domain/payment-state.js";
import type { KeptEntry } from "../../storage/port/statement-entry-records.js";
import type { Records } from "../../storage/port.js";
import { appendAudit } from "../append-audit.js";
import { raiseAlert } from "../raise-alert.js";
import { receiveMoneyIn } from "../receive-money-in.js";
import { writeNewSum } from "../record-arrival.js";
import type { TransitionDependencies } from "../record-transition.js";
import { reviewMoneyAlerts } from "../review-money-alerts.js";
import { findMatch } from "./find-payments-of-entry.js";

export interface EntryMoney {
  entry: Omit<KeptEntry, "state">;
  payment: Payment;
  /** The part of the entry that belongs to this payment, minor units. */
  amountCents: number;
  actor: string;
  /** `matched` by its reference, or `assigned` by a person. */
  how: "matched" | "assigned";
}

/** @throws VersionConflictError when another writer changed the payment meanwhile: run the unit of work again. */
export async function recordEntryMoney(
  dependencies: TransitionDependencies,
  records: Records,
  money: EntryMoney,
): Promise<void> {
  const { entry, payment, amountCents, actor, how } = money;
  if (entry.direction === "credit") await receiveEntry(dependencies, records, money);
  const at = dependencies.clock.now();
  await records.statements.insertAssignment({
    entryId: entry.entryId,
    paymentId: payment.paymentId,
    amountCents,
    actor,
    at,
  });
  if (entry.direction === "debit") await recordReturned(dependencies, records, money);
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
  { entry, payment, amountCents, actor, how }: EntryMoney,
): Promise<void> {
  const day = entry.bookedOn ?? entry.valueOn;
  await receiveMoneyIn(dependencies, records, payment, {
    amountCents,
    currency: entry.currency,
    reference: entry.bankReference,
    receivedAt: day === undefined ? undefined : Date.parse(day),
    statementEntryId: entry.entryId,
    actor,
    reason: `statement entry ${entry.entryId}, ${how}`,
  });
}

/** The assignment, which is already written, is what the sum is reduced by. */
async function recordReturned(
  dependencies: TransitionDependencies,
  records: Records,
  { entry, payment, amountCents }: EntryMoney,
): Promise<void> {
  const arrivals = await records.arrivals.list(payment.paymentId);
  const returned = await records.statements.listReturned(payment.paymentId);
  await writeNewSum(dependencies, records, payment);
  await reviewMoneyAlerts(dependencies, records, payment, { arrivals, returned, namesRest: true });
  const reversals = await reopenReversals(records, entry, payment);
  const reason = entry.returnReason === undefined ? "" : ` (${entry.returnReason})`;
  const what = entry.isReturn ? "returned" : "reversed";
  const { currency } = payment;
  const leftCents = receivedCents(payment, arrivals, returned);
  const left = `${reportedAmount(leftCents, currency)} is left, ${reportedAmount(payment.amountCents, currency)} was due`;
  const back = `${reportedAmount(amountCents, entry.currency)} ${what} by the bank${reason}, statement entry ${entry.entryId}`;
  const waiting = reversals > 0 ? "; its reversal waits among the unmatched entries" : "";
  await raiseAlert(dependencies, records, payment, {
    type: "payment_returned",
    subject: entry.entryId,
    detail: `${back}; ${left}${waiting}`,
  });
  // The payment may have been erased; one that was open was not.
  if (hasEnded(payment.state)) await records.privacy.markNotErased(payment.paymentId, dependencies.clock.now());
}

/** Entries that are compared with a return; there are seldom two with its amount. */
const maxReversals = 20;

/** A file may list the reversal of a return before the return: it was not counted then, and waits for a person from now on. */
async function reopenReversals(
  records: Records,
  { merchantId, currency, amountCents, bookedOn = "" }: EntryMoney["entry"],
  { paymentId }: Payment,
): Promise<number> {
  let reopened = 0;
  const candidate = { merchantId, currency, amountCents, limit: maxReversals };
  for (const reversal of await records.statements.listUncountedReversals(candidate)) {
    if (reversal.bookedOn !== undefined && reversal.bookedOn < bookedOn) continue;
    const texts = { ...reversal, customerReference: reversal.entryReference, batch: undefined };
    const match = await findMatch(records, merchantId, texts);
    if (match.kind !== "match" || match.payment.paymentId !== paymentId) continue;
    if (await records.statements.updateEntry({ ...reversal, state: "unmatched" }, "not_counted")) reopened += 1;
  }
  return reopened;
}
