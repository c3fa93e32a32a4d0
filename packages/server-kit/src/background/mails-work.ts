// Background work: sends mails to stores.
import { type SendMailsDependencies, sendNextMail } from "../flows/send-mails.js";
import type { Mailer } from "../outbound/mailer.js";
import type { DueWork } from "./due-work.js";

export const mailsWorkName = "mails";

export type MailsWorkDependencies = Omit<SendMailsDependencies, "mailer"> & {
  /** Without a mailer, mails stay in the database, with one warning in the log. */
  mailer: (Mailer & { isAvailable?(): boolean }) | undefined;
};

export function createMailsWork({ mailer, ...rest }: MailsWorkDependencies): DueWork {
  const { storage, clock, logger } = rest;
  let hasWarned = false;

  async function warnOnce(): Promise<number> {
    if (hasWarned) return 0;
    const waiting = await storage.read((records) => records.mails.listDue(clock.now(), 1));
    hasWarned = waiting.length > 0;
    if (hasWarned) logger.warn({}, "no mailer is configured: mails about failed deliveries stay queued");
    return 0;
  }

  return {
    name: mailsWorkName,
    async runDue() {
      if (mailer === undefined) return warnOnce();
      let count = 0;
      while (mailer.isAvailable?.() !== false && (await sendNextMail({ ...rest, mailer }))) count += 1;
      return count;
    },
    async nextDue() {
      return mailer === undefined ? undefined : storage.read((records) => records.mails.nextDue());
    },
  };
}
