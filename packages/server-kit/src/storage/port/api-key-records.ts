// Records of API keys.
import type { ApiKey } from "../../domain/api-key.js";

export interface ApiKeyRecords {
  insert(key: ApiKey): Promise<void>;
  /** `hash`: SHA-256 of the secret, hex (`hashApiKey`). */
  findByHash(hash: string): Promise<ApiKey | undefined>;
  find(id: string): Promise<ApiKey | undefined>;
  /** Oldest first, with revoked keys. */
  listOfStore(merchantId: string): Promise<ApiKey[]>;
  /** False when there is no such key or it is already revoked. */
  revoke(id: string, now: number): Promise<boolean>;
  /** Stores `now`, epoch milliseconds, as the last use. */
  touch(id: string, now: number): Promise<void>;
  /** Counts one use of a deprecated feature by this key. */
  countDeprecation(id: string, deprecation: string): Promise<void>;
  listDeprecations(id: string): Promise<{ deprecation: string; count: number }[]>;
}
