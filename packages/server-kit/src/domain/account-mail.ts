// Text of the mails to panel users about their accounts.
import type { UserLinkPurpose } from "./account.js";
import { lifetimeText } from "./lifetime-text.js";
import { oneLine } from "./one-line.js";
import type { BankAccount } from "./store.js";

/** How long each kind of link is valid. The docstring of `users.invite` in `payment-service.ts` names it as well. */
export const linkLifetimesMs: Record<UserLinkPurpose, number> = {
  invitation: 7 * 24 * 60 * 60 * 1000,
  password_reset: 60 * 60 * 1000,
};

interface MailContent {
  subject: string;
  text: string;
}

export function invitationMail({
  address,
  storeName,
}: {
  address: string;
  storeName: string | undefined;
}): MailContent {
  return {
    subject: "Your access to Payment Sessions",
    text: [
      storeName === undefined
        ? "You have been invited to the panel of a Payment Sessions service."
        : `You have been invited to the panel of ${oneLine(storeName)}.`,
      `Choose a password here. The link works once and expires after ${lifetimeText(linkLifetimesMs.invitation)}:`,
      "",
      address,
      "",
      "If you did not expect this e-mail, you can ignore it.",
      "",
    ].join("\n"),
  };
}

export function passwordResetMail({ address }: { address: string }): MailContent {
  return {
    subject: "Choose a new password",
    text: [
      `Use this link to choose a new password. It works once and expires after ${lifetimeText(linkLifetimesMs.password_reset)}:`,
      "",
      address,
      "",
      "If you did not request it, you can ignore this e-mail: your password stays the same.",
      "",
    ].join("\n"),
  };
}

/** A change of the store's bank account; `effectiveAt` (epoch milliseconds) is set while the new one is pending. */
export interface BankAccountChange {
  storeName: string;
  before: BankAccount | undefined;
  after: BankAccount | undefined;
  actor: string;
  effectiveAt: number | undefined;
}

export function bankAccountMail({ storeName, before, after, actor, effectiveAt }: BankAccountChange): MailContent {
  return {
    subject: `The bank account of ${oneLine(storeName)} ${effectiveAt === undefined ? "was changed" : "will change"}`,
    text: [
      `The bank account that receives payments for ${oneLine(storeName)} ${
        effectiveAt === undefined ? "was changed" : `will change at ${new Date(effectiveAt).toISOString()}`
      }.`,
      "",
      `Before: ${maskedIban(before)}`,
      `After:  ${maskedIban(after)}`,
      `By:     ${oneLine(actor)}`,
      "",
      effectiveAt === undefined
        ? "If you did not expect this, contact the operator of this service immediately and ask them to pause the store."
        : "If you did not expect this, an owner of the store can withdraw the change in the panel until then.",
      "",
    ].join("\n"),
  };
}

export function contactChangedMail({ storeName, actor }: { storeName: string; actor: string }): MailContent {
  return {
    subject: `This address is no longer the contact of ${oneLine(storeName)}`,
    text: [
      `The contact address of ${oneLine(storeName)} was changed by ${oneLine(actor)}.`,
      "This address gets no more notifications about the store.",
      "If you did not expect this, contact the operator of this service.",
      "",
    ].join("\n"),
  };
}

function maskedIban(account: BankAccount | undefined): string {
  return account === undefined ? "none" : `${account.iban.slice(0, 4)} … ${account.iban.slice(-4)}`;
}
