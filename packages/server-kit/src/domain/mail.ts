// A mail to a store's contact, sent or pending. An outbox row: written in the same transaction as the change that it reports.
export interface MailRecord {
  mailId: string;
  merchantId: string;
  /** A second row with the same key is not inserted. */
  uniqueKey: string;
  recipient: string;
  subject: string;
  text: string;
  attemptCount: number;
  nextAttemptAt: number | undefined;
  claimedUntil: number | undefined;
  /** Id of the message in which it was sent; several mails of one digest share it. */
  messageId: string | undefined;
  sentAt: number | undefined;
  createdAt: number;
}

/** The `Message-ID` of a mail: its own id at the sender's domain. */
export function messageIdHeader(id: string, from: string): string {
  const host = /@([^\s@>]+)>?\s*$/.exec(from)?.[1] ?? "localhost";
  return `<${id}@${host}>`;
}
