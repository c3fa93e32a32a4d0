// Collects the entries of an import into slices, records or previews each slice, and reports the results.
import type { StatementCounts } from "../../storage/port/statement-records.js";
import {
  type EntryOutcome,
  previewSlice,
  recordSlice,
  type SliceDependencies,
  type SliceEntry,
} from "./record-slice.js";

export interface SliceReports {
  actor: string;
  /** Reports the expected results, and writes nothing. */
  dryRun?: boolean | undefined;
  /** Called after each slice with the counts so far. */
  onProgress?: ((counts: StatementCounts) => void) | undefined;
  /** Called with the result, or the expected result, of each entry. */
  onEntry?: ((outcome: EntryOutcome) => void) | undefined;
}

export interface SliceWriter {
  add(entry: SliceEntry): Promise<void>;
  /** Writes the last slice. */
  flush(): Promise<void>;
}

/**
 * Entries per unit of work: the writer is blocked for about 15 milliseconds, then other callers run. Each unit waits for the disk
 * once, so smaller ones make a large file slow: 100,000 entries took 170 seconds in units of 25, on a busy machine of two cores.
 */
const sliceLength = 50;

/** Adds the result of each entry to `counts`. */
export function createSliceWriter(
  dependencies: SliceDependencies,
  { actor, dryRun, onEntry, onProgress }: SliceReports,
  counts: StatementCounts,
): SliceWriter {
  const previewed = new Set<string>();
  let slice: SliceEntry[] = [];

  async function flush(): Promise<void> {
    if (slice.length === 0) return;
    const entries = slice;
    slice = [];
    const outcomes =
      dryRun === true
        ? await previewSlice(dependencies, entries, previewed)
        : await recordSlice(dependencies, entries, actor);
    for (const outcome of outcomes) {
      addTo(counts, outcome);
      onEntry?.(outcome);
    }
    onProgress?.({ ...counts });
  }

  return {
    flush,
    async add(entry) {
      slice.push(entry);
      if (slice.length === sliceLength) await flush();
    },
  };
}

function addTo(counts: StatementCounts, { kind }: EntryOutcome): void {
  if (kind === "duplicate") counts.duplicates += 1;
  else if (kind === "matched") counts.matched += 1;
  else if (kind === "not_counted") counts.notCounted += 1;
  else counts.unmatched += 1;
}
