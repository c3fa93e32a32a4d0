// Lists and exports the audit log, newest first.
import type { AuditRecord } from "../domain/audit.js";
import { type AuditFormat, auditFormats, auditHead, auditLine } from "../domain/audit-export.js";
import { invalidInput } from "../domain/refusal.js";
import type { AuditFilter } from "../storage/port/audit-records.js";
import type { Storage } from "../storage/port.js";

const pageSize = 500;

export type AuditListFilter = Omit<AuditFilter, "limit"> & { limit?: number | undefined };

/** At most 1000 records per call. @throws Refusal VALIDATION_ERROR for an invalid limit, or a `beforeId` without `before`. */
export async function listAudit(
  { storage }: { storage: Storage },
  filter: AuditListFilter = {},
): Promise<AuditRecord[]> {
  const { limit = 100 } = filter;
  if (!(Number.isSafeInteger(limit) && limit > 0 && limit <= 1000)) {
    throw invalidInput({ path: "limit", rule: "range", message: "must be a whole number from 1 to 1000" });
  }
  if (filter.beforeId !== undefined && filter.before === undefined) {
    throw invalidInput({ path: "beforeId", rule: "required", message: "needs before, the time of that record" });
  }
  return storage.read((records) => records.audit.list({ ...filter, limit }));
}

/** All matching records as a stream of lines. @throws Refusal VALIDATION_ERROR for an unknown format. */
export function exportAudit(
  { storage }: { storage: Storage },
  format: AuditFormat,
  filter: Omit<AuditFilter, "limit"> = {},
): AsyncGenerator<string> {
  if (!auditFormats.includes(format)) {
    throw invalidInput({ path: "format", rule: "enum", message: `must be one of ${auditFormats.join(", ")}` });
  }
  return lines();

  async function* lines(): AsyncGenerator<string> {
    yield auditHead(format);
    for await (const page of auditPages(storage, filter)) {
      for (const record of page) yield auditLine(format, record);
    }
  }
}

/** Upper bound of the changes of settings read for one page; people make them, so a store seldom has more. */
export const searchedUpdates = 5000;
const shownAccountChanges = 3;

/**
 * The latest changes of a store's bank account, newest first: they decide where buyers' money goes. `isComplete` is false when there are
 * more changes of the settings than were searched.
 */
export async function findAccountChanges(
  { storage }: { storage: Storage },
  merchantId: string,
  { searched = searchedUpdates }: { searched?: number } = {},
): Promise<{ changes: AuditRecord[]; isComplete: boolean }> {
  const changes: AuditRecord[] = [];
  for (const action of ["store.bank_account_requested", "store.bank_account_withdrawn"]) {
    const filter = { merchantId, action, limit: shownAccountChanges };
    changes.push(...(await storage.read((records) => records.audit.list(filter))));
  }
  let read = 0;
  let found = 0;
  for await (const page of auditPages(storage, { merchantId, action: "store.updated" })) {
    const ofAccount = page.filter(({ detail }) => "bankAccountAfter" in detail);
    changes.push(...ofAccount);
    read += page.length;
    found += ofAccount.length;
    if (found >= shownAccountChanges || read >= searched) break;
  }
  return {
    changes: changes.sort((left, right) => right.at - left.at).slice(0, shownAccountChanges),
    isComplete: found >= shownAccountChanges || read < searched,
  };
}

async function* auditPages(storage: Storage, filter: Omit<AuditFilter, "limit">): AsyncGenerator<AuditRecord[]> {
  let { before, beforeId } = filter;
  for (;;) {
    const page = await storage.read((records) => records.audit.list({ ...filter, before, beforeId, limit: pageSize }));
    if (page.length > 0) yield page;
    const last = page.at(-1);
    if (last === undefined || page.length < pageSize) return;
    before = last.at;
    beforeId = last.id;
  }
}
