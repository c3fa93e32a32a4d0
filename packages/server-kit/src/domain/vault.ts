// Encryption of secrets and IBANs at rest: AES-256-GCM under a key with an id, so that keys can be rotated.
import { createCipheriv, createDecipheriv, createHash } from "node:crypto";
import type { RandomBytes } from "./clock.js";

export interface Vault {
  /** Encrypts text; `open` requires the same `purpose`. */
  seal(plain: string, purpose: string): string;
  /** @throws Error when the text was modified, has another purpose, or its key is not configured. */
  open(sealed: string, purpose: string): string;
  /** Whether the text was sealed with the first key; false: due for re-encryption. */
  isCurrent(sealed: string): boolean;
  /** Ids of the keys, the sealing one first. An id reveals nothing about its key. */
  keyIds: readonly string[];
}

/**
 * Creates a vault from one or more 32-byte keys. The first one seals; all of them open.
 * @throws Error for a key of a different length.
 */
export function createVault(keys: readonly Uint8Array[], randomBytes: RandomBytes): Vault {
  const keyRing = keys.map((key) => {
    if (key.length !== 32) throw new Error(`encryptionKey must be 32 bytes (base64 or Uint8Array); got ${key.length}.`);
    return { id: createHash("sha256").update("key id").update(key).digest("hex").slice(0, 8), key };
  });
  const [first] = keyRing;
  if (first === undefined) throw new Error("encryptionKey must contain at least one key.");

  return {
    keyIds: keyRing.map(({ id }) => id),
    seal(plain, purpose) {
      const iv = randomBytes(12);
      const cipher = createCipheriv("aes-256-gcm", first.key, iv).setAAD(Buffer.from(purpose));
      const body = Buffer.concat([cipher.update(plain, "utf8"), cipher.final()]);
      return ["v1", first.id, base64(iv), base64(body), base64(cipher.getAuthTag())].join(".");
    },
    open(sealed, purpose) {
      const [version, keyId, iv = "", body = "", tag = ""] = sealed.split(".");
      const entry = keyRing.find((candidate) => candidate.id === keyId);
      if (version !== "v1" || entry === undefined) {
        throw new Error(
          `A value is encrypted with key ${keyId ?? "?"}, which is not among the configured encryption keys.`,
        );
      }
      const decipher = createDecipheriv("aes-256-gcm", entry.key, Buffer.from(iv, "base64url"), { authTagLength: 16 })
        .setAAD(Buffer.from(purpose))
        .setAuthTag(Buffer.from(tag, "base64url"));
      return Buffer.concat([decipher.update(Buffer.from(body, "base64url")), decipher.final()]).toString("utf8");
    },
    isCurrent: (sealed) => sealed.split(".")[1] === first.id,
  };
}

/** The id of the key that a value is sealed with; undefined for text that is not sealed. */
export function sealingKeyId(text: string): string | undefined {
  return /^v1\.([0-9a-f]{8})\./.exec(text)?.[1];
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64url");
}
