// Records of one-time password links.
import type { UserLink } from "../../domain/account.js";

export interface UserLinkRecords {
  insert(link: UserLink): Promise<void>;
  find(tokenHash: string): Promise<UserLink | undefined>;
  /** Deletes all links of the user. */
  removeOfUser(userId: string): Promise<void>;
  /** The invitations, valid or expired, of a store's users who have not set a password yet; of the operators without a store. */
  listInvitations(merchantId: string | undefined): Promise<UserLink[]>;
  /** The invitation, valid or expired, of a user who has not set a password yet. */
  findInvitation(userId: string): Promise<UserLink | undefined>;
  /** Keeps expired invitations: they are the only record that their user has not set a password yet. */
  removeExpired(now: number): Promise<number>;
}
