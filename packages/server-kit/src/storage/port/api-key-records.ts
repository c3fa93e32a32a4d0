// Records of API keys.
import type { ApiKey } from "../../domain/api-key.js";

export interface ApiKeyRecords {
  insert(key: ApiKey): Promise<void>;
  findByHash(hash: string): Promise<ApiKey | undefined>;
  find(id: string): Promise<ApiKey | undefined>;
  listOfStore(merchantId: string): Promise<ApiKey[]>;
  /** False when there is no such key or it is already revoked. */
  revoke(id: string, now: number): Promise<boolean>;
  touch(id: string, now: number): Promise<void>;
  /** Counts one use of a deprecated feature by this key. */
  countDeprecation(id: string, deprecation: string): Promise<void>;
  listDeprecations(id: string): Promise<{ deprecation: string; count: number }[]>;
}
