// Splits reads into slices, so that a large store never blocks the process. On a database in this process each slice is a separate read.
// On a server each slice would cost a round trip, and a long read blocks nothing: there one read contains all slices.
import type { Records, Storage } from "../storage/port.js";

/** Whether the database is a server, so that reads are done by another process. */
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
