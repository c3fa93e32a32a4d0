// Sends pending mails to stores: single mails while they are few, a digest per store when they are many
// (spec/rules.md#delivery-rules, 3). A claim is committed before the send, so that two instances do not send a message twice.
import { createHash } from "node:crypto";
import type { Clock, Logger, RandomBytes } from "../domain/clock.js";
import { composeDigest, digestWindowMs, nextMailDelayMs, planMails } from "../domain/delivery-mail.js";
import { type MailRecord, messageIdHeader } from "../domain/mail.js";
import { AdapterCallError } from "../outbound/adapter-outcome.js";
import type { Mailer } from "../outbound/mailer.js";
import type { Storage } from "../storage/port.js";

export interface SendMailsDependencies {
  storage: Storage;
  clock: Clock;
  randomBytes: RandomBytes;
  logger: Logger;
  mailer: Mailer;
  /** Sender address, such as `Payments <no-reply@pay.example.com>`. */
  from: string;
  /** Panel URL for the link in a digest; undefined without a panel. */
  panelUrl?: string | undefined;
}

interface ClaimedMessage {
  mails: MailRecord[];
  messageId: string;
  content: { subject: string; text: string };
}

const digestSize = 500;
/** Longer than any send: after a crash, another instance sends the mail then. */
const claimMs = 5 * 60_000;

/** Sends the next due message. False when nothing was due; also true when a store's mails were deferred. */
export async function sendNextMail(dependencies: SendMailsDependencies): Promise<boolean> {
  const next = await claimNext(dependencies);
  if (typeof next === "string") return next === "deferred";
  const { mailer, from, logger } = dependencies;
  const to = next.mails.at(-1)?.recipient ?? "";
  try {
    await mailer.sendMail({ from, to, ...next.content, messageId: messageIdHeader(next.messageId, from) });
  } catch (error) {
    // The adapter guard has logged the failed call.
    if (!(error instanceof AdapterCallError)) {
      logger.warn({ err: error, messageId: next.messageId, mails: next.mails.length }, "mail not sent");
    }
    await recordFailure(dependencies, next);
    return true;
  }
  await recordSent(dependencies, next);
  return true;
}

async function claimNext({
  storage,
  clock,
  panelUrl,
}: SendMailsDependencies): Promise<ClaimedMessage | "none" | "deferred"> {
  return storage.write(async (records) => {
    const now = clock.now();
    const [first] = await records.mails.listDue(now, 1);
    if (first === undefined) return "none";
    const due = await records.mails.listDueOfStore(first.merchantId, now, digestSize);
    const recent = await records.mails.messagesSince(first.merchantId, now - digestWindowMs);
    const plan = planMails(due.length, recent, now);
    if (plan.kind === "wait") {
      await records.mails.postponeOfStore(first.merchantId, now, plan.until);
      return "deferred";
    }
    const isDigest = plan.kind === "digest" && due.length > 1;
    const chosen = isDigest ? sentTogether(due) : due.slice(0, 1);
    const [only] = chosen;
    if (only === undefined) return "none";
    const messageId = isDigest ? digestId(chosen) : only.mailId;
    const mails = chosen.map((mail) => ({
      ...mail,
      messageId,
      claimedUntil: now + claimMs,
      attemptCount: mail.attemptCount + 1,
    }));
    for (const mail of mails) await records.mails.update(mail);
    return {
      mails,
      messageId,
      content: isDigest
        ? composeDigest(mails, linkTo(panelUrl, first.merchantId))
        : { subject: only.subject, text: only.text },
    };
  });
}

/** The mails of one message whose sending failed or was interrupted are repeated without the others, as that message. */
function sentTogether(due: readonly MailRecord[]): readonly MailRecord[] {
  const messageId = due[0]?.messageId;
  const before = messageId === undefined ? [] : due.filter((mail) => mail.messageId === messageId);
  return before.length > 1 ? before : due;
}

/** The same for the same mails, so that a mail server can drop a repeated message. */
function digestId(mails: readonly MailRecord[]): string {
  const ids = mails.map(({ mailId }) => mailId).toSorted();
  return `digest_${createHash("sha256").update(JSON.stringify(ids)).digest("base64url").slice(0, 22)}`;
}

/** URL of the list of payments that need attention. */
function linkTo(panelUrl: string | undefined, merchantId: string): string | undefined {
  return panelUrl && `${panelUrl}/stores/${encodeURIComponent(merchantId)}/transactions?state=attention`;
}

async function recordSent({ storage, clock }: SendMailsDependencies, { mails }: ClaimedMessage): Promise<void> {
  await storage.write(async (records) => {
    const now = clock.now();
    for (const mail of mails) {
      await records.mails.update({ ...mail, sentAt: now, nextAttemptAt: undefined, claimedUntil: undefined });
    }
  });
}

async function recordFailure(
  { storage, clock, logger }: SendMailsDependencies,
  { mails }: ClaimedMessage,
): Promise<void> {
  await storage.write(async (records) => {
    const now = clock.now();
    for (const mail of mails) {
      const isWanted = (await records.stores.find(mail.merchantId)) !== undefined;
      const delayMs = isWanted ? nextMailDelayMs(mail.attemptCount) : undefined;
      if (isWanted && delayMs === undefined) {
        logger.error({ mailId: mail.mailId, merchantId: mail.merchantId }, "mail failed after its last attempt");
      }
      const nextAttemptAt = delayMs === undefined ? undefined : now + delayMs;
      await records.mails.update({ ...mail, nextAttemptAt, claimedUntil: undefined });
    }
  });
}
