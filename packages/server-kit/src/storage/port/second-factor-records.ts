// Records of panel users' second factors.
import type { SecondFactor } from "../../domain/account.js";

export interface SecondFactorRecords {
  find(userId: string): Promise<SecondFactor | undefined>;
  /** Inserts or replaces. */
  put(factor: SecondFactor): Promise<void>;
  /** False when the user has none. */
  remove(userId: string): Promise<boolean>;
  /** At most one per user, by user, after the given one: for re-encryption. */
  list(page: { after: string; limit: number }): Promise<SecondFactor[]>;
  /** The distinct ids of the encryption keys of secrets. */
  listSealingKeyIds(): Promise<string[]>;
}
