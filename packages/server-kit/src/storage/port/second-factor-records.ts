// Records of panel users' second factors.
import type { SecondFactor } from "../../domain/account.js";

export interface SecondFactorRecords {
  find(userId: string): Promise<SecondFactor | undefined>;
  /** Inserts or replaces. */
  put(factor: SecondFactor): Promise<void>;
  /** False when the user has none. */
  remove(userId: string): Promise<boolean>;
  /** All, for re-encryption: at most one per user. */
  list(): Promise<SecondFactor[]>;
}
