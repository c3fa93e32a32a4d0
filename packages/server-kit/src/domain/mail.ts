// A mail to a store that is sent or still to be sent.
/** A mail that is still to be sent; the row is written with the fact that it reports. */
export interface MailRecord {
  mailId: string;
  merchantId: string;
  /** One of a kind: a second row with the same key is not inserted. */
  uniqueKey: string;
  recipient: string;
  subject: string;
  text: string;
  attemptCount: number;
  nextAttemptAt: number | undefined;
  claimedUntil: number | undefined;
  /** The message that carried it; several mails of one digest share it. */
  messageId: string | undefined;
  sentAt: number | undefined;
  createdAt: number;
}
