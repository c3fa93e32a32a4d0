// Records of panel users and their sessions.
import type { User, UserSession } from "../../domain/user.js";

export interface UserRecords {
  /** @throws when the e-mail address is in use. */
  insert(user: User): Promise<void>;
  findByEmail(email: string): Promise<User | undefined>;
  find(userId: string): Promise<User | undefined>;
  list(merchantId?: string): Promise<User[]>;
  update(user: User): Promise<void>;
  /** With the user's sessions, links and second factor. */
  remove(userId: string): Promise<void>;
  insertSession(session: UserSession): Promise<void>;
  findSession(tokenHash: string): Promise<UserSession | undefined>;
  touchSession(tokenHash: string, now: number): Promise<void>;
  /** The password was entered again in this session. */
  confirmSession(tokenHash: string, now: number): Promise<void>;
  removeSession(tokenHash: string): Promise<void>;
  removeSessionsOfUser(userId: string): Promise<void>;
  /** Returns how many it deleted. */
  removeExpiredSessions(now: number): Promise<number>;
}
