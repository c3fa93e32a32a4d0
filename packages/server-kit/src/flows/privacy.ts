// Personal data of buyers: export and erasure, on request or after the retention time. SECURITY.md
// describes what is kept and why.
import type { Clock, RandomBytes } from "../domain/clock.js";
import type { Delivery } from "../domain/delivery.js";
import type { JsonObject } from "../domain/json.js";
import type { Payment } from "../domain/payment.js";
import { isOpen } from "../domain/payment-state.js";
import { invalidInput, Refusal } from "../domain/refusal.js";
import { attemptRequestPurpose } from "../domain/seal-purposes.js";
import type { Vault } from "../domain/vault.js";
import type { Records, Storage } from "../storage/port.js";
import { appendAudit } from "./append-audit.js";
import { digestOfPerson } from "./audit-digest.js";
import { openEntry } from "./statements/kept-entry.js";

export interface PrivacyDependencies {
  storage: Storage;
  clock: Clock;
  vault: Vault;
  randomBytes: RandomBytes;
}

/** One payment, or all payments with an e-mail address: of one store, or of all. */
export type BuyerChoice =
  | { paymentId: string; email?: undefined; merchantId?: undefined }
  | { paymentId?: undefined; email: string; merchantId?: string | undefined };

/** Everything that is stored about the buyer's payments; times are epoch milliseconds, webhook bodies text. */
export interface PersonalDataExport {
  payments: JsonObject[];
}

export interface ErasureReport {
  /** Payments whose personal data was erased. */
  erased: string[];
  /** Payments that still require the data: erase again when they are over. */
  kept: { paymentId: string; reason: "payment_open" | "webhook_under_way" }[];
}

const pageSize = 100;
const maxDeliveries = 1000;
const maxOfPayment = 1000;

/** @throws Refusal PAYMENT_NOT_FOUND; VALIDATION_ERROR for a choice with neither a payment nor an e-mail address. */
export async function exportPersonalData(
  dependencies: PrivacyDependencies,
  choice: BuyerChoice,
  actor: string,
): Promise<PersonalDataExport> {
  const payments: JsonObject[] = [];
  for await (const page of pagesOf(dependencies, choice)) {
    for (const payment of page) {
      payments.push(await dependencies.storage.read((records) => everythingOf(dependencies, records, payment)));
    }
  }
  await audit(dependencies, { action: "privacy.exported", actor, choice, detail: { payments: payments.length } });
  return { payments };
}

/** Erases the personal data of the choice; can be repeated for data that arrived since. @throws Refusal as `exportPersonalData`. */
export async function erasePersonalData(
  dependencies: PrivacyDependencies,
  choice: BuyerChoice,
  actor: string,
): Promise<ErasureReport> {
  const report: ErasureReport = { erased: [], kept: [] };
  for await (const page of pagesOf(dependencies, choice)) {
    const slice = await dependencies.storage.write(async (records) => {
      const sliceReport: ErasureReport = { erased: [], kept: [] };
      for (const { paymentId } of page) {
        const reason = await findReasonToKeep(records, paymentId);
        if (reason === undefined) sliceReport.erased.push(paymentId);
        else sliceReport.kept.push({ paymentId, reason });
      }
      await records.privacy.erase(sliceReport.erased, undefined);
      return sliceReport;
    });
    report.erased.push(...slice.erased);
    report.kept.push(...slice.kept);
  }
  const detail = { erased: report.erased.length, kept: report.kept.length };
  await audit(dependencies, { action: "privacy.erased", actor, choice, detail });
  return report;
}

const sliceSize = 100;

/**
 * Erases the personal data of payments that ended before `endedBefore`, in slices; returns the number of payments and statement entries.
 */
export async function eraseEnded({ storage }: { storage: Storage }, endedBefore: number): Promise<number> {
  let total = 0;
  for (let count = 1; count > 0; total += count) {
    count = await storage.write(async (records) => {
      const ids = await records.privacy.listToErase(endedBefore, sliceSize);
      await records.privacy.erase(ids, endedBefore);
      return ids.length + (await records.privacy.eraseEntries(endedBefore, sliceSize));
    });
  }
  return total;
}

async function* pagesOf({ storage }: PrivacyDependencies, choice: BuyerChoice): AsyncGenerator<Payment[]> {
  const { paymentId, email, merchantId } = choice;
  if (typeof paymentId === "string") {
    const payment = await storage.read((records) => records.payments.find(paymentId));
    if (payment === undefined) throw new Refusal("PAYMENT_NOT_FOUND");
    yield [payment];
    return;
  }
  const address = typeof email === "string" ? email.trim() : "";
  if (!address.includes("@")) {
    throw invalidInput({ path: "email", rule: "required", message: "is required unless paymentId is given" });
  }
  for (let after = ""; ; ) {
    const page = await storage.read((records) =>
      records.privacy.listOfBuyer({ email: address, merchantId }, { limit: pageSize, after }),
    );
    if (page.length > 0) yield page;
    const last = page.at(-1);
    if (page.length < pageSize || last === undefined) return;
    after = last.paymentId;
  }
}

/** Why the payment still requires the data; undefined when it does not. */
async function findReasonToKeep(
  records: Records,
  paymentId: string,
): Promise<ErasureReport["kept"][number]["reason"] | undefined> {
  const payment = await records.payments.find(paymentId);
  if (payment === undefined) return undefined;
  if (isOpen(payment.state)) return "payment_open";
  const deliveries = await records.deliveries.listOfPayment(paymentId, { limit: maxDeliveries });
  return deliveries.some(isInProgress) ? "webhook_under_way" : undefined;
}

function isInProgress({ claim, nextAttemptAt, manualSendAt }: Delivery): boolean {
  return claim !== undefined || nextAttemptAt !== undefined || manualSendAt !== undefined;
}

async function everythingOf({ vault }: PrivacyDependencies, records: Records, payment: Payment): Promise<JsonObject> {
  const { paymentId, merchantId, orderId } = payment;
  const attempts = await records.attempts.list(paymentId);
  const deliveries = await records.deliveries.listOfPayment(paymentId, { limit: maxDeliveries });
  const entries = await records.statements.listEntriesOfPayment(paymentId, maxOfPayment);
  const { checkoutToken: _, ...visible } = payment;
  const everything = {
    payment: visible,
    history: await records.payments.listHistory(paymentId),
    sessions: attempts.map(({ sealedRequest, leaseToken: __, ...attempt }) => ({
      ...attempt,
      sender: sealedRequest && JSON.parse(vault.open(sealedRequest, attemptRequestPurpose(attempt.attemptId))),
    })),
    evidence: await records.evidence.list(paymentId),
    arrivals: await records.arrivals.list(paymentId),
    receipts: await records.receipts.listOfPayment(paymentId, maxOfPayment),
    statementEntries: entries.map((kept) => {
      const { sealedCounterparty: __, fingerprint: ___, occurrence: ____, ...entry } = kept;
      const { counterpartyName, counterpartyIban } = openEntry({ vault }, kept);
      return { ...entry, counterpartyName, counterpartyIban };
    }),
    alerts: await records.alerts.listOfPayment(paymentId),
    order: await records.orders.find(merchantId, orderId),
    webhooks: await Promise.all(
      deliveries.map(async ({ body, claim: __, ...delivery }) => ({
        ...delivery,
        body: new TextDecoder().decode(body),
        attempts: await records.deliveries.listAttempts(delivery.deliveryId),
      })),
    ),
    audit: await records.audit.list({ subject: paymentId, limit: maxOfPayment }),
  };
  // Records are plain values; undefined fields are omitted.
  return JSON.parse(JSON.stringify(everything)) as JsonObject;
}

/** The audit log contains only a digest of an e-mail address, because it is kept longer. */
async function audit(
  dependencies: PrivacyDependencies,
  { action, actor, choice, detail }: { action: string; actor: string; choice: BuyerChoice; detail: JsonObject },
): Promise<void> {
  const { paymentId, email, merchantId } = choice;
  const buyer = email && (await digestOfPerson(dependencies, email));
  await dependencies.storage.write((records) =>
    appendAudit(dependencies, records, {
      actor,
      action,
      ...(merchantId !== undefined && { merchantId }),
      ...(paymentId !== undefined && { subject: paymentId }),
      detail: { ...detail, ...(buyer && { buyer }) },
    }),
  );
}
