// Marks the target of an unfinished copy, so that no service uses it. The mark is a row among the migrations, which
// every version reads first.

/** Name of the row among the migrations; its checksum column contains the source of the copy. */
export const unfinishedCopyName = "copy-unfinished";

/** @throws Error for a database into which a copy was begun and not finished. */
export function refuseUnfinishedCopy(applied: ReadonlyMap<string, { checksum: string }>): void {
  const source = applied.get(unfinishedCopyName)?.checksum;
  if (source === undefined) return;
  throw new Error(
    `A copy from ${source} into this database is not finished: run "payment-sessions copy" again to continue it.`,
  );
}
