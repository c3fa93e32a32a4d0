// The shape of the tables of evidence, arrivals, receipts and alerts, for all databases.
import type { PaymentAlert, PaymentArrival, PaymentEvidence } from "../domain/payment.js";
import type { RecordedReceipt } from "../domain/receipt.js";
import type { Table } from "./tables.js";

export const paymentEvidenceTable: Table<PaymentEvidence> = {
  name: "payment_evidence",
  columns: {
    paymentId: "text",
    attemptId: "text",
    statementEntryId: "text",
    event: "text",
    wasAllowed: "boolean",
    providerTime: "integer",
    amountCents: "integer",
    currency: "text",
    reference: "text",
    detail: "text",
    at: "integer",
    count: "integer",
    lastAt: "integer",
  },
};

export const paymentArrivalsTable: Table<PaymentArrival> = {
  name: "payment_arrivals",
  columns: {
    arrivalId: "text",
    paymentId: "text",
    source: "text",
    attemptId: "text",
    statementEntryId: "text",
    reference: "text",
    otherReferences: "json",
    amountCents: "integer",
    currency: "text",
    isProven: "boolean",
    isConfirmed: "boolean",
    receivedAt: "integer",
    at: "integer",
    count: "integer",
    lastAt: "integer",
  },
};

export const receiptsTable: Table<RecordedReceipt> = {
  name: "receipts",
  columns: {
    receiptId: "text",
    merchantId: "text",
    environment: "text",
    paymentId: "text",
    arrivalId: "text",
    amountCents: "integer",
    currency: "text",
    reference: "text",
    reason: "text",
    recordedBy: "text",
    outcome: "text",
    receivedAt: "integer",
    at: "integer",
  },
};

export const paymentAlertsTable: Table<PaymentAlert> = {
  name: "payment_alerts",
  columns: {
    alertId: "text",
    paymentId: "text",
    merchantId: "text",
    environment: "text",
    type: "text",
    subject: "text",
    detail: "text",
    at: "integer",
    count: "integer",
    lastAt: "integer",
    resolvedAt: "integer",
    resolvedBy: "text",
    resolution: "text",
  },
};
