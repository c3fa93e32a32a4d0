// Personal data of buyers, in memory.
import { hasEnded } from "../../domain/payment-state.js";
import type { PrivacyRecords } from "../port/privacy-records.js";
import { folded } from "../same-email.js";
import { keyFrom } from "./memory-table.js";
import type { MemoryTables } from "./memory-tables.js";
import { byNumber, byText } from "./orders-of-rows.js";

export function createPrivacyRecords(tables: MemoryTables): PrivacyRecords {
  const { payments, erasedPayments, attempts, history, evidence, receipts, alerts, deliveries, deliveryAttempts } =
    tables;
  const { statementEntries, statementAssignments, orders, audit } = tables;
  const nobody = { sealedCounterparty: undefined, remittanceLines: [], reason: undefined };

  function eraseOrder(merchantId: string, orderKey: string): void {
    const isOpen = payments.first(
      (row) => row.merchantId === merchantId && row.orderId === orderKey && !hasEnded(row.state),
    );
    if (isOpen === undefined) orders.remove(keyFrom(merchantId, orderKey));
  }

  function eraseDelivery(deliveryId: string): void {
    for (const { attempt } of deliveryAttempts.list((row) => row.deliveryId === deliveryId)) {
      deliveryAttempts.change(keyFrom(deliveryId, attempt), { responseExcerpt: undefined, responseHeaders: undefined });
    }
    const found = deliveries.find(deliveryId);
    const isWaiting =
      found?.nextAttemptAt !== undefined || found?.manualSendAt !== undefined || found?.claim !== undefined;
    if (!isWaiting) deliveries.change(deliveryId, { body: new Uint8Array() });
  }

  return {
    listToErase: async (endedBefore, limit) =>
      payments
        .list(
          (row) =>
            hasEnded(row.state) && row.updatedAt < endedBefore && erasedPayments.find(row.paymentId) === undefined,
          { order: byNumber((row) => row.updatedAt), limit },
        )
        .map(({ paymentId }) => paymentId),
    async erase(paymentIds, erasedAt) {
      const isOfThese = ({ paymentId }: { paymentId: string }) => paymentIds.includes(paymentId);
      for (const { deliveryId } of deliveries.list(isOfThese)) eraseDelivery(deliveryId);
      for (const { entryId } of statementAssignments.list(isOfThese)) statementEntries.change(entryId, nobody);
      for (const { merchantId, orderId } of payments.list(isOfThese)) eraseOrder(merchantId, orderId);
      for (const { number, detail } of audit.list(
        (row) => row.subject !== undefined && paymentIds.includes(row.subject),
      )) {
        if (Object.hasOwn(detail, "reason")) audit.change(String(number), { detail: { ...detail, reason: "" } });
      }
      for (const { attemptId } of attempts.list(isOfThese)) {
        attempts.change(attemptId, { sealedRequest: undefined, redirectUrl: undefined });
      }
      for (const { number } of history.list(isOfThese)) history.change(String(number), { reason: undefined });
      for (const { receiptId } of receipts.list(isOfThese)) receipts.change(receiptId, { reason: "" });
      for (const { number } of evidence.list(isOfThese)) evidence.change(String(number), { detail: undefined });
      for (const { alertId, resolution } of alerts.list(isOfThese)) {
        alerts.change(alertId, { detail: "", resolution: resolution && "" });
      }
      for (const paymentId of paymentIds) {
        const bought = { description: undefined, items: undefined, metadata: undefined };
        const buyer = { customerEmail: undefined, customerName: undefined, returnUrl: undefined, ...bought };
        if (payments.change(paymentId, buyer) && erasedAt !== undefined) erasedPayments.put({ paymentId });
      }
    },
    async markNotErased(paymentId, now) {
      const payment = erasedPayments.remove(paymentId) ? payments.find(paymentId) : undefined;
      if (payment === undefined) return;
      // A payment that settled with its last change has no time of its own for that.
      const settledAt = payment.state === "settled" ? (payment.settledAt ?? payment.updatedAt) : payment.settledAt;
      payments.change(paymentId, { updatedAt: now, settledAt });
    },
    async eraseEntries(before, limit) {
      const found = statementEntries.list(
        (row) =>
          row.state !== "unmatched" &&
          (row.sealedCounterparty !== undefined || row.remittanceLines.length > 0 || row.reason !== undefined) &&
          row.createdAt < before,
        { order: byNumber((row) => row.createdAt), limit },
      );
      for (const { entryId } of found) statementEntries.change(entryId, nobody);
      return found.length;
    },
    listOfBuyer: async ({ email, merchantId }, { limit, after }) =>
      payments.list(
        (row) =>
          row.customerEmail !== undefined &&
          folded(row.customerEmail) === folded(email) &&
          (merchantId === undefined || row.merchantId === merchantId) &&
          row.paymentId > after,
        { order: byText((row) => row.paymentId), limit },
      ),
  };
}
