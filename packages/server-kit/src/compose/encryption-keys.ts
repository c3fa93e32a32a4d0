// The encryption keys: those of the host, or the generated one of a service without any
// (docs/decisions/generated-encryption-key.md).
import type { RandomBytes } from "../domain/clock.js";
import type { PaymentServiceOptions } from "../service-options.js";
import type { Storage } from "../storage/port.js";

const generatedKeySetting = "generated_encryption_key";

/** The keys as bytes; undefined when none is given. @throws Error for a key that is not 32 bytes, without showing it. */
export function encryptionKeysOf(given: PaymentServiceOptions["encryptionKey"]): Uint8Array[] | undefined {
  if (given === undefined) return undefined;
  const list: readonly unknown[] = Array.isArray(given) ? given : [given];
  if (list.length === 0) throw new Error("encryptionKey must contain at least one key.");
  return list.map((key, index) => {
    const bytes = typeof key === "string" && base64.test(key) ? Buffer.from(key, "base64") : key;
    const option = Array.isArray(given) ? `encryptionKey[${index}]` : "encryptionKey";
    if (bytes instanceof Uint8Array && bytes.length === 32) {
      if (isGuessable(bytes))
        throw new Error(`${option} can be guessed: its bytes are repeated or consecutive. ${howToMakeOne}`);
      return bytes;
    }
    const got = bytes instanceof Uint8Array ? `${bytes.length} bytes` : describeKey(key);
    throw new Error(`${option} must be 32 bytes, as base64 or Uint8Array; got ${got}. ${howToMakeOne}`);
  });
}

const howToMakeOne = "Generate one with: openssl rand -base64 32";
/** 32 random bytes have fewer distinct values only once in 10^20 keys. */
const minDistinctBytes = 12;

function isGuessable(key: Uint8Array): boolean {
  const steps = new Set([...key.subarray(1)].map((byte, index) => (byte - (key[index] ?? 0) + 256) % 256));
  return new Set(key).size < minDistinctBytes || steps.size === 1;
}

/** Plain or URL-safe, with or without padding. */
const base64 = /^[A-Za-z0-9+/_-]+={0,2}$/;

function describeKey(key: unknown): string {
  return typeof key === "string" ? "text that is not base64" : key === null ? "null" : typeof key;
}

/** The first one seals, all of them open. */
export async function allKeys(
  storage: Storage,
  given: Uint8Array[] | undefined,
  randomBytes: RandomBytes,
): Promise<Uint8Array[]> {
  return given === undefined ? [await generatedKey(storage, randomBytes)] : [...given, ...(await earlierKey(storage))];
}

/** The generated key stays usable, so that values sealed before a key was configured can be opened. */
async function earlierKey(storage: Storage): Promise<Uint8Array[]> {
  const text = await storage.read((records) => records.settings.find(generatedKeySetting));
  return text === undefined ? [] : [Buffer.from(text, "base64")];
}

async function generatedKey(storage: Storage, randomBytes: RandomBytes): Promise<Uint8Array> {
  const fresh = Buffer.from(randomBytes(32)).toString("base64");
  const text = await storage.write((records) => records.settings.putIfAbsent(generatedKeySetting, fresh));
  return Buffer.from(text, "base64");
}
