// Queues a mail to a store's contact, in the unit of work of the change that it reports.
import type { RandomBytes } from "../domain/clock.js";
import { createId } from "../domain/identifiers.js";
import type { Store } from "../domain/store.js";
import type { Records } from "../storage/port.js";

/** Queues nothing for a store without a contact address, and nothing a second time under the same `uniqueKey`. */
export async function queueStoreMail(
  { randomBytes }: { randomBytes: RandomBytes },
  records: Records,
  { merchantId, contactEmail }: Pick<Store, "merchantId" | "contactEmail">,
  { uniqueKey, subject, text, now }: { uniqueKey: string; subject: string; text: string; now: number },
): Promise<void> {
  if (contactEmail === undefined) return;
  await records.mails.insert({
    mailId: createId("mail", randomBytes),
    merchantId,
    uniqueKey,
    recipient: contactEmail,
    subject,
    text,
    attemptCount: 0,
    nextAttemptAt: now,
    claimedUntil: undefined,
    messageId: undefined,
    sentAt: undefined,
    createdAt: now,
  });
}
