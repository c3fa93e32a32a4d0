// Pruning of old records, in memory.
import { type Delivery, endedDeliveryStates } from "../../domain/delivery.js";
import { hasEnded } from "../../domain/payment-state.js";
import type { RetentionKind } from "../../domain/retention.js";
import type { RetentionRecords } from "../port/retention-records.js";
import { prunableCountedTo } from "../retention-rules.js";
import { keyFrom, type MemoryTable } from "./memory-table.js";
import type { MemoryTables } from "./memory-tables.js";

export function createRetentionRecords(tables: MemoryTables): RetentionRecords {
  const isOver = (paymentId: string, before: number) => {
    const payment = tables.payments.find(paymentId);
    const hasAlert = tables.alerts.first((row) => row.paymentId === paymentId && row.resolvedAt === undefined);
    return payment !== undefined && hasEnded(payment.state) && payment.updatedAt < before && hasAlert === undefined;
  };

  /** A function for each prunable row: it deletes the row and those that belong to it, or clears its excerpt. */
  const removals: Record<RetentionKind, (before: number) => (() => void)[]> = {
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
      removalsOf(tables.evidence, ({ paymentId, lastAt }) => lastAt < before && isOver(paymentId, before)),
    history: (before) => removalsOf(tables.history, ({ paymentId, at }) => at < before && isOver(paymentId, before)),
    alerts: (before) => removalsOf(tables.alerts, ({ resolvedAt }) => resolvedAt !== undefined && resolvedAt < before),
    audit: (before) => removalsOf(tables.audit, ({ at }) => at < before),
    mails: (before) =>
      removalsOf(tables.mails, ({ createdAt, nextAttemptAt }) => createdAt < before && nextAttemptAt === undefined),
    orders: (before) =>
      removalsOf(
        tables.orders,
        ({ merchantId, orderKey, updatedAt }) =>
          updatedAt < before &&
          tables.payments.first(
            (row) => row.merchantId === merchantId && row.orderId === orderKey && !hasEnded(row.state),
          ) === undefined,
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
      ...removalsOf(
        tables.statements,
        ({ statementId, createdAt, finishedAt }) =>
          createdAt < before &&
          finishedAt !== undefined &&
          tables.statementEntries.first((row) => row.statementId === statementId) === undefined,
      ),
    ],
  };

  return {
    async prune(kind, before, limit) {
      const chosen = removals[kind](before).slice(0, limit);
      for (const remove of chosen) remove();
      return chosen.length;
    },
    countPrunable: async (kind, before) => Math.min(prunableCountedTo, removals[kind](before).length),
  };
}

function removalsOf<Row extends object>(
  table: MemoryTable<Row>,
  fits: (row: Readonly<Row>) => boolean,
): (() => void)[] {
  return table.list(fits).map((row) => () => table.removeRow(row));
}

function isEnded({ state, claim, manualSendAt }: Readonly<Delivery>): boolean {
  return endedDeliveryStates.some((ended) => ended === state) && claim === undefined && manualSendAt === undefined;
}
