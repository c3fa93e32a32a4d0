// Background work: sends account mails.
import { type SendAccountMailsDependencies, sendNextAccountMail } from "../flows/send-account-mails.js";
import type { Mailer } from "../outbound/mailer.js";
import type { DueWork } from "./due-work.js";

export const accountMailsWorkName = "account_mails";

export type AccountMailsWorkDependencies = Omit<SendAccountMailsDependencies, "mailer"> & {
  /** Without a mailer, mails wait and are deleted after a month. */
  mailer: (Mailer & { isAvailable?(): boolean }) | undefined;
};

export function createAccountMailsWork({ mailer, ...rest }: AccountMailsWorkDependencies): DueWork {
  const { storage } = rest;
  return {
    name: accountMailsWorkName,
    async runDue() {
      let count = 0;
      while (mailer !== undefined && mailer.isAvailable?.() !== false) {
        if (!(await sendNextAccountMail({ ...rest, mailer }))) break;
        count += 1;
      }
      return count;
    },
    async nextDue() {
      return mailer === undefined ? undefined : storage.read((records) => records.accountMails.nextDue());
    },
  };
}
