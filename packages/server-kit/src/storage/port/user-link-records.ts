// Records of links of one use that set a password.
import type { UserLink } from "../../domain/account.js";

export interface UserLinkRecords {
  insert(link: UserLink): Promise<void>;
  find(tokenHash: string): Promise<UserLink | undefined>;
  /** All links of the user, used or not: none of them works afterwards. */
  removeOfUser(userId: string): Promise<void>;
  removeExpired(now: number): Promise<number>;
}
