// Records of one-time password links.
import type { UserLink } from "../../domain/account.js";

export interface UserLinkRecords {
  insert(link: UserLink): Promise<void>;
  find(tokenHash: string): Promise<UserLink | undefined>;
  /** Deletes all links of the user. */
  removeOfUser(userId: string): Promise<void>;
  removeExpired(now: number): Promise<number>;
}
