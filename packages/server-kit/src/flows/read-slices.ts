// Reads that are cut into slices, so that a large store never blocks the process: on a database in this process each slice is a read of its own.
// On a server it would be a round trip of its own, and blocks nothing: there one read has them all.
import type { Records, Storage } from "../storage/port.js";

/** Whether reads are done by another process. */
export function isServer(storage: Pick<Storage, "instances">): boolean {
  return storage.instances !== undefined;
}

/** The results in the order of the slices. */
export async function readSlices<Slice, Result>(
  storage: Storage,
  slices: readonly Slice[],
  read: (records: Records, slice: Slice) => Promise<Result>,
): Promise<Result[]> {
  if (isServer(storage)) return storage.read((records) => Promise.all(slices.map((slice) => read(records, slice))));
  const results: Result[] = [];
  for (const slice of slices) results.push(await storage.read((records) => read(records, slice)));
  return results;
}
