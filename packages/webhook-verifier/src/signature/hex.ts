// Hexadecimal encoding of signatures and digests.

/** Lower-case hex, two digits for each byte. */
export function hex(bytes: Iterable<number>): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
