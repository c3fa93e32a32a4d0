// Queues a mail about an account, in the unit of work of the change that it reports.
import type { Clock, RandomBytes } from "../domain/clock.js";
import { createId } from "../domain/identifiers.js";
import { accountMailPurpose } from "../domain/seal-purposes.js";
import type { Vault } from "../domain/vault.js";
import type { Records } from "../storage/port.js";

export interface QueueAccountMailDependencies {
  clock: Clock;
  randomBytes: RandomBytes;
  vault: Vault;
}

export async function queueAccountMail(
  { clock, randomBytes, vault }: QueueAccountMailDependencies,
  records: Records,
  { recipient, subject, text }: { recipient: string; subject: string; text: string },
): Promise<void> {
  const mailId = createId("mail", randomBytes);
  const now = clock.now();
  await records.accountMails.insert({
    mailId,
    recipient,
    subject,
    sealedText: vault.seal(text, accountMailPurpose(mailId)),
    attemptCount: 0,
    nextAttemptAt: now,
    claimedUntil: undefined,
    sentAt: undefined,
    createdAt: now,
  });
}
