// The shape of the tables of evidence, arrivals and alerts, for all databases.
import type { PaymentAlert, PaymentArrival, PaymentEvidence } from "../domain/payment.js";
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
    amountCents: "integer",
    currency: "text",
    isProven: "boolean",
    receivedAt: "integer",
    at: "integer",
    count: "integer",
    lastAt: "integer",
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
