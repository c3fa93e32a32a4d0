// Checks at start that the configured keys can open every sealed value, so that a wrong or missing key stops the service before it accepts
// payments whose webhooks it cannot sign.
import { sealingKeyId } from "../domain/vault.js";
import type { Records, Storage } from "../storage/port.js";

const keyIdForm = /^[0-9a-f]{8}$/;

/** Sealed values require encryption keys that are not configured. */
export class MissingEncryptionKeysError extends Error {
  override readonly name = "MissingEncryptionKeysError";

  constructor(
    /** Ids of the missing keys; an id reveals nothing about its key. */
    readonly missingKeyIds: readonly string[],
    givenKeyIds: readonly string[],
    isKeyConfigured: boolean,
  ) {
    const ids = missingKeyIds.join(", ");
    super(
      isKeyConfigured
        ? `Encrypted values in the database need the encryption key ${ids}, ` +
            `which is not configured (configured: ${givenKeyIds.join(", ")}). ` +
            "Add the old key after the new one in the list; run `payment-sessions reseal` before you remove it."
        : `Encrypted values in the database need the encryption key ${ids}, but no encryption key is configured. ` +
            "Set PAYMENT_SESSIONS_ENCRYPTION_KEY, or the option encryptionKey, to that key; `payment-sessions init` wrote it into .env. " +
            "That file is read only when a configuration file is beside it.",
    );
  }
}

/** @throws MissingEncryptionKeysError with every key id that sealed values require and `givenKeyIds` lacks. */
export async function requireSealingKeys(
  storage: Storage,
  givenKeyIds: readonly string[],
  /** False when the deployment uses the generated key that is stored in the database. */
  isKeyConfigured: boolean,
): Promise<void> {
  const needed = await storage.read(async (records) => [
    ...(await records.attempts.listSealingKeyIds()),
    ...(await records.statements.listSealingKeyIds()),
    ...(await keyIdsOfSettings(records)),
    ...(await records.stores.listSealingKeyIds()),
    ...(await records.secondFactors.listSealingKeyIds()),
    ...(await records.accountMails.listSealingKeyIds()),
  ]);
  // The storage extracts ids from texts without parsing them; a text that is not sealed has none.
  const missing = [...new Set(needed)].filter((id) => keyIdForm.test(id) && !givenKeyIds.includes(id)).sort();
  if (missing.length > 0) throw new MissingEncryptionKeysError(missing, givenKeyIds, isKeyConfigured);
}

async function keyIdsOfSettings({ settings }: Records): Promise<string[]> {
  return (await settings.list()).flatMap(({ value }) => sealingKeyId(value) ?? []);
}
