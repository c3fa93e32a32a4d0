// A database that a copy is being made into is no service's yet. The mark stands among its migrations, where every version looks first.

/** Name of the row among the migrations; its checksum says where the copy comes from. */
export const unfinishedCopyName = "copy-unfinished";

/** @throws Error for a database into which a copy was begun and not finished. */
export function refuseUnfinishedCopy(applied: ReadonlyMap<string, { checksum: string }>): void {
  const source = applied.get(unfinishedCopyName)?.checksum;
  if (source === undefined) return;
  throw new Error(
    `A copy from ${source} into this database is not finished: run "payment-sessions copy" again, and it goes on where it stopped.`,
  );
}
