// What belongs to a panel user beside the password: a second factor, links of one use, and mails to people.
import type { BankAccount } from "./store.js";

/** A time-based one-time password (RFC 6238), and what stands in for it when the device is lost. */
export interface SecondFactor {
  userId: string;
  /** The shared secret, sealed by the vault. */
  sealedSecret: string;
  /** Undefined until a first code has shown that the device has the secret: only then it is asked for. */
  confirmedAt: number | undefined;
  /** The time step of the last code that was taken; it and earlier ones are refused. */
  lastStep: number;
  /** SHA-256 of the recovery codes that are left. */
  recoveryHashes: string[];
  createdAt: number;
}

export type UserLinkPurpose = "invitation" | "password_reset";

/** A link of one use that lets a person set a password. */
export interface UserLink {
  /** SHA-256 of the link's token. */
  tokenHash: string;
  userId: string;
  purpose: UserLinkPurpose;
  createdAt: number;
  expiresAt: number;
}

/** A mail to one person about an account. The row is an outbox: it is written with the fact that it reports. */
export interface AccountMail {
  mailId: string;
  recipient: string;
  subject: string;
  /** May hold a link that opens an account, so it is sealed, and removed once the mail is sent or given up. */
  sealedText: string | undefined;
  attemptCount: number;
  nextAttemptAt: number | undefined;
  claimedUntil: number | undefined;
  sentAt: number | undefined;
  createdAt: number;
}

/** An account for buyers' money that does not count yet. */
export interface WaitingBankAccount {
  merchantId: string;
  account: BankAccount;
  actor: string;
  requestedAt: number;
  /** From this moment (epoch milliseconds) it replaces the store's account. */
  effectiveAt: number;
}
