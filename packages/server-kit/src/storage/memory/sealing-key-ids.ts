// The encryption keys of sealed values, in memory.
import { sealingKeyId } from "../../domain/vault.js";

/** The distinct ids of their keys; undefined values are left out. */
export function sealingKeyIdsOf(sealed: Iterable<string | undefined>): string[] {
  const ids = new Set<string>();
  for (const text of sealed) {
    const id = text === undefined ? undefined : sealingKeyId(text);
    if (id !== undefined) ids.add(id);
  }
  return [...ids];
}
