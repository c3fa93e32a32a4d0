// Reads statements and their entries for display: imports, the result of each entry, and suggestions for unmatched ones.
import type { AuditRecord } from "../../domain/audit.js";
import type { StatementEntry } from "../../domain/statements/statement-entry.js";
import type { SuggestionReason } from "../../domain/statements/suggest-payments.js";
import type { Vault } from "../../domain/vault.js";
import type {
  EntryAssignment,
  EntryFilter,
  EntryState,
  KeptEntry,
} from "../../storage/port/statement-entry-records.js";
import type { Statement } from "../../storage/port/statement-records.js";
import type { Records, Storage } from "../../storage/port.js";
import { findSuggestions } from "./find-payments-of-entry.js";
import { openEntry } from "./kept-entry.js";

export type StatementView = Statement;

export interface SuggestionView {
  paymentId: string;
  orderId: string;
  amountCents: number;
  currency: string;
  state: string;
  customerName: string | undefined;
  /** The matching features, strongest first. */
  reasons: SuggestionReason[];
}

/** An entry with the counterparty's name and IBAN, its assignments, and suggestions. */
export type EntryView = Omit<KeptEntry, "sealedCounterparty" | "fingerprint" | "occurrence"> &
  Pick<StatementEntry, "counterpartyName" | "counterpartyIban"> & {
    assignments: Omit<EntryAssignment, "entryId">[];
    /** Empty for an entry that is not `unmatched`, and when no payment is similar. */
    suggestions: SuggestionView[];
  };

export type TrailEntry = Pick<AuditRecord, "at" | "actor" | "action" | "detail">;

export interface ReadStatementsDependencies {
  storage: Storage;
  vault: Vault;
}

/** Newest first. */
export async function listStatements(
  { storage }: { storage: Storage },
  { merchantId, limit = 50, before }: { merchantId: string; limit?: number | undefined; before?: string | undefined },
): Promise<StatementView[]> {
  return storage.read(({ statements }) => statements.list({ merchantId, limit, before }));
}

/** Undefined when the store has no such statement. `states` contains the current number of its entries in each state. */
export async function readStatementRecord(
  { storage }: { storage: Storage },
  merchantId: string,
  statementId: string,
): Promise<(StatementView & { states: Record<EntryState, number> }) | undefined> {
  return storage.read(async ({ statements }) => {
    const statement = await statements.find(merchantId, statementId);
    if (statement === undefined) return undefined;
    return { ...statement, states: await statements.countEntries({ merchantId, statementId }) };
  });
}

/** One page of entries, each with its assignments and suggestions; 50 by default. */
export async function listEntries(
  dependencies: ReadStatementsDependencies,
  filter: Omit<EntryFilter, "limit"> & { limit?: number | undefined },
): Promise<EntryView[]> {
  return dependencies.storage.read(async (records) => {
    const entries = await records.statements.listEntries({ ...filter, limit: filter.limit ?? 50 });
    const assignments = await records.statements.listAssignments(entries.map(({ entryId }) => entryId));
    const views: EntryView[] = [];
    for (const entry of entries) views.push(await viewOf(dependencies, records, entry, assignments));
    return views;
  });
}

/** Undefined when the store has no such entry. */
export async function readEntry(
  dependencies: ReadStatementsDependencies,
  merchantId: string,
  entryId: string,
): Promise<EntryView | undefined> {
  return dependencies.storage.read(async (records) => {
    const entry = await records.statements.findEntry(merchantId, entryId);
    if (entry === undefined) return undefined;
    return viewOf(dependencies, records, entry, await records.statements.listAssignments([entryId]));
  });
}

/** Audit records of an import and its entries, oldest first; at most the latest 1,000. */
export async function readTrail(
  { storage }: { storage: Storage },
  merchantId: string,
  statementId: string,
): Promise<TrailEntry[]> {
  const found = await storage.read(({ audit }) => audit.list({ merchantId, subject: statementId, limit: 1000 }));
  return found.reverse().map(({ at, actor, action, detail }) => ({ at, actor, action, detail }));
}

/** Unmatched entries, newest first. */
export async function listUnmatched(
  dependencies: ReadStatementsDependencies,
  merchantId: string,
  page: { limit?: number | undefined; after?: string | undefined } = {},
): Promise<EntryView[]> {
  return listEntries(dependencies, { merchantId, states: ["unmatched"], ...page });
}

async function viewOf(
  dependencies: ReadStatementsDependencies,
  records: Records,
  kept: KeptEntry,
  assignments: readonly EntryAssignment[],
): Promise<EntryView> {
  const { sealedCounterparty: _, fingerprint: __, occurrence: ___, ...visible } = kept;
  const entry = openEntry(dependencies, kept);
  const suggestions =
    kept.state === "unmatched" ? await findSuggestions(dependencies, records, kept.merchantId, entry) : [];
  return {
    ...visible,
    counterpartyName: entry.counterpartyName,
    counterpartyIban: entry.counterpartyIban,
    assignments: assignments
      .filter(({ entryId }) => entryId === kept.entryId)
      .map(({ entryId: ____, ...assignment }) => assignment),
    suggestions: suggestions.map(({ payment, reasons }) => ({
      paymentId: payment.paymentId,
      orderId: payment.orderId,
      amountCents: payment.amountCents,
      currency: payment.currency,
      state: payment.state,
      customerName: payment.customerName,
      reasons,
    })),
  };
}
