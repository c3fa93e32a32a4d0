// Records of a panel user's account besides the password: second factor, one-time links, and mails about the account.

/** A time-based one-time password (RFC 6238), and its recovery codes for a lost device. */
export interface SecondFactor {
  userId: string;
  /** The shared secret, sealed by the vault. */
  sealedSecret: string;
  /** Undefined until a first code has confirmed the device: sign-in requires codes only after that. */
  confirmedAt: number | undefined;
  /** The time step of the last accepted code; this and earlier steps are rejected. */
  lastStep: number;
  /** SHA-256 of the unused recovery codes. */
  recoveryHashes: string[];
  createdAt: number;
}

export type UserLinkPurpose = "invitation" | "password_reset";

/** A one-time link by which a user sets a password. */
export interface UserLink {
  /** SHA-256 of the link's token. */
  tokenHash: string;
  userId: string;
  purpose: UserLinkPurpose;
  createdAt: number;
  expiresAt: number;
}

/** A mail to one person about an account. An outbox row: written in the same transaction as the change that it reports. */
export interface AccountMail {
  mailId: string;
  recipient: string;
  subject: string;
  /** May contain a link that opens an account, so it is sealed, and deleted once the mail is sent or has failed for good. */
  sealedText: string | undefined;
  attemptCount: number;
  nextAttemptAt: number | undefined;
  claimedUntil: number | undefined;
  sentAt: number | undefined;
  createdAt: number;
}
