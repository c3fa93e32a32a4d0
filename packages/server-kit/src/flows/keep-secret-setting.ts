// A random secret of the deployment, created on first use, sealed in the settings and shared by all instances.
import type { RandomBytes } from "../domain/clock.js";
import { settingPurpose } from "../domain/seal-purposes.js";
import type { Vault } from "../domain/vault.js";
import type { Storage } from "../storage/port.js";

/** The 32 random bytes stored under the name. */
export async function keepSecretSetting(
  { storage, vault, randomBytes }: { storage: Storage; vault: Vault; randomBytes: RandomBytes },
  name: string,
): Promise<Uint8Array> {
  const purpose = settingPurpose(name);
  const kept = await storage.read((records) => records.settings.find(name));
  if (kept !== undefined) return Buffer.from(vault.open(kept, purpose), "base64");
  const fresh = vault.seal(Buffer.from(randomBytes(32)).toString("base64"), purpose);
  const stored = await storage.write((records) => records.settings.putIfAbsent(name, fresh));
  return Buffer.from(vault.open(stored, purpose), "base64");
}
