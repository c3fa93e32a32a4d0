// Exports payments as CSV: a stream that reads page by page, so that any number of rows fits in memory.
import type { Clock, RandomBytes } from "../domain/clock.js";
import type { JsonObject } from "../domain/json.js";
import { paymentExportHead, paymentExportLine } from "../domain/payment-export.js";
import type { Vault } from "../domain/vault.js";
import { isAscending } from "../storage/payment-order.js";
import type { Storage } from "../storage/port.js";
import { appendAudit } from "./append-audit.js";
import { digestOfPerson } from "./audit-digest.js";
import { listPayments, type PaymentListFilter } from "./list-payments.js";

const pageSize = 500;

export type ExportFilter = Omit<PaymentListFilter, "limit" | "before" | "after"> & { merchantId: string };

/**
 * The audit log records the actor and the filter, but not the number of rows, because a reader may stop early. Of a search it contains only
 * a digest: a search may be an e-mail address or a name, and the audit log is kept longer than both.
 */
export async function exportPayments(
  dependencies: { storage: Storage; clock: Clock; vault: Vault; randomBytes: RandomBytes },
  filter: ExportFilter,
  { actor }: { actor: string },
): Promise<AsyncGenerator<string>> {
  const { merchantId, search, ...asked } = filter;
  const searchDigest = search && (await digestOfPerson(dependencies, search));
  // The filter contains only strings, numbers, lists and plain objects.
  const detail = JSON.parse(JSON.stringify({ ...asked, search: searchDigest })) as JsonObject;
  await dependencies.storage.write((records) =>
    appendAudit(dependencies, records, { actor, action: "payments.exported", merchantId, detail }),
  );
  return exportLines(dependencies, filter);
}

async function* exportLines({ storage }: { storage: Storage }, filter: ExportFilter): AsyncGenerator<string> {
  yield paymentExportHead();
  let last: string | undefined;
  for (;;) {
    const cursor = isAscending(filter.order) ? { after: last } : { before: last };
    const page = await listPayments({ storage }, { ...filter, ...cursor, limit: pageSize });
    if (page.length > 0) yield page.map(paymentExportLine).join("");
    last = page.at(-1)?.paymentId;
    if (page.length < pageSize) return;
  }
}
