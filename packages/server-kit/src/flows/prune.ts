// Deletes records past their retention time, some hundreds of rows per unit of work, so that other writers run in between. The next
// run continues an interrupted one.
import type { Clock } from "../domain/clock.js";
import { type Retention, type RetentionKind, retentionKinds } from "../domain/retention.js";
import type { Storage } from "../storage/port.js";
import { appendAudit } from "./append-audit.js";

export interface PruneInput {
  /** Counts the records that would be deleted, up to 10 000 per kind, and deletes nothing. */
  dryRun?: boolean | undefined;
  /** Called after each slice with the count of a kind so far. */
  onProgress?: ((kind: RetentionKind, count: number) => void) | undefined;
}

/** The number of records of each kind that were deleted, or would be with `dryRun`: 10 000 then means "or more". */
export type PruneReport = Record<RetentionKind, number>;

export interface PruneDependencies {
  storage: Storage;
  clock: Clock;
  retention: Retention;
}

const sliceSize = 200;

/** Deletes records past their retention, kind by kind. */
export async function prune(
  { storage, clock, retention }: PruneDependencies,
  { dryRun = false, onProgress }: PruneInput = {},
): Promise<PruneReport> {
  const now = clock.now();
  const counts: [RetentionKind, number][] = [];
  for (const kind of retentionKinds) {
    const keptMs = retention[kind];
    let count = 0;
    if (keptMs !== undefined && dryRun) {
      count = await storage.read((records) => records.retention.countPrunable(kind, now - keptMs));
      onProgress?.(kind, count);
    } else if (keptMs !== undefined) {
      for (let removed = 1; removed > 0; count += removed) {
        removed = await storage.write((records) => records.retention.prune(kind, now - keptMs, sliceSize));
        if (removed > 0) onProgress?.(kind, count + removed);
      }
    }
    counts.push([kind, count]);
  }
  // One entry for each kind.
  return Object.fromEntries(counts) as PruneReport;
}

/** Audits a manual run; automatic housekeeping is not audited. */
export async function auditPrune(
  { storage, clock }: Pick<PruneDependencies, "storage" | "clock">,
  removed: PruneReport,
  actor: string,
): Promise<void> {
  await storage.write((records) =>
    appendAudit({ clock }, records, { actor, action: "records.pruned", detail: { removed: { ...removed } } }),
  );
}
