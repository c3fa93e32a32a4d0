// Entries of bank statements and their assignments, in memory.
import { reversesDebit } from "../../domain/statements/statement-entry.js";
import { compareText } from "../compare-text.js";
import type { EntryFilter, KeptEntry, StatementEntryRecords } from "../port/statement-entry-records.js";
import { keyFrom } from "./memory-table.js";
import { append, type MemoryTables, withoutNumber } from "./memory-tables.js";
import { sealingKeyIdsOf } from "./sealing-key-ids.js";

export function createStatementEntryRecords({
  statementEntries,
  statementBookings,
  statementAssignments,
}: MemoryTables): StatementEntryRecords {
  const bookingOf = ({
    merchantId,
    fingerprint,
    occurrence,
  }: Pick<KeptEntry, "merchantId" | "fingerprint" | "occurrence">) => keyFrom(merchantId, fingerprint, occurrence);

  return {
    async insertEntry(entry) {
      if (!statementBookings.insertIfAbsent({ booking: bookingOf(entry) })) return false;
      statementEntries.insert(entry);
      return true;
    },
    hasEntry: async (booking) => statementBookings.find(bookingOf(booking)) !== undefined,
    async findEntry(merchantId, entryId) {
      const found = statementEntries.find(entryId);
      return found?.merchantId === merchantId ? found : undefined;
    },
    findEntryOfAnyStore: async (entryId) => statementEntries.find(entryId),
    async updateEntry(entry, expected) {
      if (statementEntries.find(entry.entryId)?.state !== expected) return false;
      return statementEntries.change(entry.entryId, entry);
    },
    async listEntries(filter) {
      const last = filter.after === undefined ? undefined : statementEntries.find(filter.after);
      const isOfStatement = filter.statementId !== undefined;
      return statementEntries.list(
        (row) =>
          fitsFilter(row, filter) &&
          (filter.after === undefined ||
            (isOfStatement ? last !== undefined && row.position > last.position : row.entryId < filter.after)),
        {
          order: (left, right) =>
            isOfStatement ? left.position - right.position : compareText(right.entryId, left.entryId),
          limit: filter.limit,
        },
      );
    },
    listUncountedReversals: async ({ merchantId, currency, amountCents, limit }) =>
      statementEntries.list(
        (row) =>
          row.merchantId === merchantId &&
          row.currency === currency &&
          row.amountCents === amountCents &&
          row.state === "not_counted" &&
          reversesDebit({ ...row, isBooked: true }),
        { order: (left, right) => compareText(right.entryId, left.entryId), limit },
      ),
    async countEntries(filter) {
      const counts = { matched: 0, unmatched: 0, assigned: 0, put_aside: 0, not_counted: 0 };
      for (const row of statementEntries.rows()) if (fitsFilter(row, filter)) counts[row.state] += 1;
      return counts;
    },
    listSealedEntries: async ({ after, limit }) =>
      statementEntries
        .list((row) => row.entryId > after && row.sealedCounterparty !== undefined, {
          order: (left, right) => compareText(left.entryId, right.entryId),
          limit,
        })
        .map(({ entryId, sealedCounterparty = "" }) => ({ entryId, sealedCounterparty })),
    listSealingKeyIds: async () =>
      sealingKeyIdsOf([...statementEntries.rows()].map(({ sealedCounterparty }) => sealedCounterparty)),
    async updateSealedCounterparty(entryId, sealedCounterparty) {
      statementEntries.change(entryId, { sealedCounterparty });
    },
    insertAssignment: async (assignment) => append(statementAssignments, assignment),
    listAssignments: async (entryIds) => {
      const wanted = new Set(entryIds);
      return statementAssignments.list(({ entryId }) => wanted.has(entryId)).map(withoutNumber);
    },
    listReturned: async (paymentId) =>
      statementAssignments
        .list((row) => row.paymentId === paymentId)
        .flatMap(({ entryId, amountCents, at }) => {
          const entry = statementEntries.find(entryId);
          if (entry?.direction !== "debit") return [];
          const day = entry.bookedOn ?? entry.valueOn;
          const returnedAt = day === undefined ? at : Date.parse(day);
          return [{ statementEntryId: entryId, amountCents, currency: entry.currency, returnedAt }];
        }),
    async listEntriesOfPayment(paymentId, limit) {
      const assigned = statementAssignments.list((row) => row.paymentId === paymentId);
      const ids = new Set(assigned.map(({ entryId }) => entryId));
      return statementEntries.list((row) => ids.has(row.entryId), {
        order: (left, right) => compareText(left.entryId, right.entryId),
        limit,
      });
    },
  };
}

function fitsFilter(
  row: Readonly<KeptEntry>,
  filter: Pick<EntryFilter, "merchantId" | "statementId" | "states">,
): boolean {
  const { merchantId, statementId, states } = filter;
  return (
    row.merchantId === merchantId &&
    (statementId === undefined || row.statementId === statementId) &&
    (states === undefined || states.includes(row.state))
  );
}
