// Sends pending account mails. A claim is committed before the send, so that two instances do not send a mail twice; the
// text, which may contain a link that opens an account, is deleted once the mail is sent or has failed for good.
import type { AccountMail } from "../domain/account.js";
import type { Clock, Logger } from "../domain/clock.js";
import { nextMailDelayMs } from "../domain/delivery-mail.js";
import { messageIdHeader } from "../domain/mail.js";
import { accountMailPurpose } from "../domain/seal-purposes.js";
import type { Vault } from "../domain/vault.js";
import { AdapterCallError } from "../outbound/adapter-outcome.js";
import type { Mailer } from "../outbound/mailer.js";
import type { Storage } from "../storage/port.js";

export interface SendAccountMailsDependencies {
  storage: Storage;
  clock: Clock;
  logger: Logger;
  vault: Vault;
  mailer: Mailer;
  /** Sender address, such as `Payments <no-reply@pay.example.com>`. */
  from: string;
}

/** Longer than any send: after a crash, another instance sends the mail then. */
const claimMs = 5 * 60_000;

/** Sends the next due mail. False when there was none. */
export async function sendNextAccountMail(dependencies: SendAccountMailsDependencies): Promise<boolean> {
  const { vault, mailer, from, logger } = dependencies;
  const mail = await claimNext(dependencies);
  if (mail === undefined) return false;
  const { mailId, recipient, subject, sealedText } = mail;
  try {
    const text = vault.open(sealedText ?? "", accountMailPurpose(mailId));
    await mailer.sendMail({ from, to: recipient, subject, text, messageId: messageIdHeader(mailId, from) });
  } catch (error) {
    // The adapter guard has logged the failed call.
    if (!(error instanceof AdapterCallError)) logger.warn({ err: error, mailId }, "mail not sent");
    await recordFailure(dependencies, mail);
    return true;
  }
  await dependencies.storage.write((records) =>
    records.accountMails.update({ ...ended(mail), sentAt: dependencies.clock.now() }),
  );
  return true;
}

function claimNext({ storage, clock }: SendAccountMailsDependencies): Promise<AccountMail | undefined> {
  return storage.write(async (records) => {
    const now = clock.now();
    const due = await records.accountMails.findDue(now);
    if (due === undefined) return undefined;
    const claimed = { ...due, claimedUntil: now + claimMs, attemptCount: due.attemptCount + 1 };
    await records.accountMails.update(claimed);
    return claimed;
  });
}

async function recordFailure({ storage, clock, logger }: SendAccountMailsDependencies, mail: AccountMail) {
  const delayMs = nextMailDelayMs(mail.attemptCount);
  await storage.write((records) =>
    records.accountMails.update(
      delayMs === undefined ? ended(mail) : { ...mail, nextAttemptAt: clock.now() + delayMs, claimedUntil: undefined },
    ),
  );
  if (delayMs === undefined) logger.error({ mailId: mail.mailId }, "mail failed after its last attempt");
}

function ended(mail: AccountMail): AccountMail {
  return { ...mail, sealedText: undefined, nextAttemptAt: undefined, claimedUntil: undefined };
}
