// A user of the panel, and a panel session.
import type { UserRole } from "./panel-permissions.js";

export interface User {
  userId: string;
  email: string;
  passwordHash: string;
  role: UserRole;
  /** Undefined for operators, who see all stores. */
  merchantId: string | undefined;
  createdAt: number;
  disabledAt: number | undefined;
}

export interface UserSession {
  /** SHA-256 of the cookie's token. */
  tokenHash: string;
  userId: string;
  csrfToken: string;
  createdAt: number;
  lastSeenAt: number;
  expiresAt: number;
  /** `code`: the password was correct, the second factor is pending; `open`: signed in. */
  stage: "code" | "open";
  /** When the password was last entered in this session, epoch milliseconds. */
  confirmedAt: number;
}
