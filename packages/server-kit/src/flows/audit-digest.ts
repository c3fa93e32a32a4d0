// Digests for the audit log, which is kept longer than the data itself.
import { createHash, createHmac } from "node:crypto";
import type { RandomBytes } from "../domain/clock.js";
import type { Vault } from "../domain/vault.js";
import type { Storage } from "../storage/port.js";
import { keepSecretSetting } from "./keep-secret-setting.js";

export function digestForAudit(text: string): string {
  return `sha256:${createHash("sha256").update(text).digest("hex")}`;
}

/**
 * Of an address, a name or a phone number, whatever the case of its letters, so that a search for an address has the digest of its
 * erasure. Without a key, a reader of the audit log could find the text by trying.
 */
export async function digestOfPerson(
  dependencies: { storage: Storage; vault: Vault; randomBytes: RandomBytes },
  text: string,
): Promise<string> {
  const key = await keepSecretSetting(dependencies, "audit_digest_key");
  return `hmac-sha256:${createHmac("sha256", key).update(text.trim().toLowerCase()).digest("hex")}`;
}
