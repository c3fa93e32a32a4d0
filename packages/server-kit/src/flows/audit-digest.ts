// Digests of personal data for the audit log, which is kept longer than the data itself.
import { createHash } from "node:crypto";

export function digestForAudit(text: string): string {
  return `sha256:${createHash("sha256").update(text).digest("hex")}`;
}

/** The same for an address or a name in any case of its letters, so that a search for an address has the digest of its erasure. */
export function digestOfPerson(text: string): string {
  return digestForAudit(text.trim().toLowerCase());
}
