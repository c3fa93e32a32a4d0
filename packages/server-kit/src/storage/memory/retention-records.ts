// Pruning of old records, in memory.

import type { Delivery } from "../../domain/delivery.js";
import { hasEnded } from "../../domain/payment-state.js";
import type { RetentionKind } from "../../domain/retention.js";
import type { RetentionRecords } from "../port/retention-records.js";
import { keyFrom } from "./memory-table.js";
import type { MemoryTables } from "./memory-tables.js";

export function createRetentionRecords(tables: MemoryTables): RetentionRecords {
  const isOver = (paymentId: string, before: number) => {
    const payment = tables.payments.find(paymentId);
    const hasAlert = tables.alerts.first((row) => row.paymentId === paymentId && row.resolvedAt === undefined);
    return payment !== undefined && hasEnded(payment.state) && payment.updatedAt < before && hasAlert === undefined;
  };

  /** A function for each prunable row: it deletes the row and those that belong to it, or clears its excerpt. */
  const choices: Record<RetentionKind, (before: number) => (() => void)[]> = {
    deliveryExcerpts: (before) =>
      tables.deliveryAttempts
        .list(({ responseExcerpt, startedAt }) => responseExcerpt !== undefined && startedAt < before)
        .map(({ deliveryId, attempt }) => () => {
          tables.deliveryAttempts.change(keyFrom(deliveryId, attempt), {
            responseExcerpt: undefined,
            responseHeaders: undefined,
          });
        }),
    deliveries: (before) =>
      tables.deliveries
        .list((row) => isEnded(row) && row.finishedAt !== undefined && row.finishedAt < before)
        .map(({ deliveryId }) => () => {
          for (const { attempt } of tables.deliveryAttempts.list((row) => row.deliveryId === deliveryId)) {
            tables.deliveryAttempts.remove(keyFrom(deliveryId, attempt));
          }
          tables.deliveries.remove(deliveryId);
        }),
    evidence: (before) =>
      tables.evidence
        .list(({ paymentId, lastAt }) => lastAt < before && isOver(paymentId, before))
        .map(
          ({ number }) =>
            () =>
              tables.evidence.remove(String(number)),
        ),
    history: (before) =>
      tables.history
        .list(({ paymentId, at }) => at < before && isOver(paymentId, before))
        .map(
          ({ number }) =>
            () =>
              tables.history.remove(String(number)),
        ),
    alerts: (before) =>
      tables.alerts
        .list(({ resolvedAt }) => resolvedAt !== undefined && resolvedAt < before)
        .map(
          ({ alertId }) =>
            () =>
              tables.alerts.remove(alertId),
        ),
    audit: (before) =>
      tables.audit
        .list(({ at }) => at < before)
        .map(
          ({ number }) =>
            () =>
              tables.audit.remove(String(number)),
        ),
    mails: (before) =>
      tables.mails
        .list(({ createdAt, nextAttemptAt }) => createdAt < before && nextAttemptAt === undefined)
        .map(
          ({ mailId }) =>
            () =>
              tables.mails.remove(mailId),
        ),
    orders: (before) =>
      tables.orders
        .list(({ merchantId, orderKey, updatedAt }) => {
          const isOpen = tables.payments.first(
            (row) => row.merchantId === merchantId && row.orderId === orderKey && !hasEnded(row.state),
          );
          return updatedAt < before && isOpen === undefined;
        })
        .map(
          ({ merchantId, orderKey }) =>
            () =>
              tables.orders.remove(keyFrom(merchantId, orderKey)),
        ),
    statements: (before) => [
      ...tables.statementEntries
        .list(
          ({ state, direction, createdAt }) =>
            state !== "unmatched" &&
            !(direction === "debit" && (state === "matched" || state === "assigned")) &&
            createdAt < before,
        )
        .map(({ entryId, merchantId, fingerprint, occurrence }) => () => {
          for (const { number } of tables.statementAssignments.list((row) => row.entryId === entryId)) {
            tables.statementAssignments.remove(String(number));
          }
          tables.statementBookings.remove(keyFrom(merchantId, fingerprint, occurrence));
          tables.statementEntries.remove(entryId);
        }),
      ...tables.statements
        .list(
          ({ statementId, createdAt, finishedAt }) =>
            createdAt < before &&
            finishedAt !== undefined &&
            tables.statementEntries.first((row) => row.statementId === statementId) === undefined,
        )
        .map(
          ({ statementId }) =>
            () =>
              tables.statements.remove(statementId),
        ),
    ],
  };

  return {
    async prune(kind, before, limit) {
      const removals = choices[kind](before).slice(0, limit);
      for (const remove of removals) remove();
      return removals.length;
    },
    countPrunable: async (kind, before) => Math.min(10_000, choices[kind](before).length),
  };
}

function isEnded({ state, claim, manualSendAt }: Readonly<Delivery>): boolean {
  const isOver = state === "delivered" || state === "cancelled" || state === "exhausted" || state === "dead";
  return isOver && claim === undefined && manualSendAt === undefined;
}
