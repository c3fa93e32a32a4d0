// Records of panel users' second factors.
import type { SecondFactor } from "../../domain/account.js";

export interface SecondFactorRecords {
  find(userId: string): Promise<SecondFactor | undefined>;
  /** Inserts, or replaces the user's one. */
  put(factor: SecondFactor): Promise<void>;
  /** False when the user has none. */
  remove(userId: string): Promise<boolean>;
  /** All of them, for re-sealing: one for each user at most. */
  list(): Promise<SecondFactor[]>;
}
