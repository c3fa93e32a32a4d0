// The words of mails to people about their accounts.
import type { BankAccount } from "./store.js";

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
        ? "You were invited to the panel of a Payment Sessions service."
        : `You were invited to the panel of ${oneLine(storeName)}.`,
      "Choose a password here; the link works once, for seven days:",
      "",
      address,
      "",
      "If you did not expect this mail, you can ignore it.",
      "",
    ].join("\n"),
  };
}

export function passwordResetMail({ address }: { address: string }): MailContent {
  return {
    subject: "Choose a new password",
    text: [
      "Somebody asked for a new password for this address. The link works once, for one hour:",
      "",
      address,
      "",
      "If it was not you, you can ignore this mail: your password stays as it is.",
      "",
    ].join("\n"),
  };
}

/** How an account for buyers' money changed; `effectiveAt` is set while the new one still waits. */
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
      `The account that receives buyers' money of ${oneLine(storeName)} ${
        effectiveAt === undefined ? "was changed" : `changes at ${new Date(effectiveAt).toISOString()}`
      }.`,
      "",
      `Before: ${maskedIban(before)}`,
      `After:  ${maskedIban(after)}`,
      `By:     ${oneLine(actor)}`,
      "",
      effectiveAt === undefined
        ? "If you did not expect this, pause the store and ask whoever runs this service at once."
        : "If you did not expect this, an owner of the store can withdraw the change in the panel until then.",
      "",
    ].join("\n"),
  };
}

export function contactChangedMail({ storeName, actor }: { storeName: string; actor: string }): MailContent {
  return {
    subject: `This address is no longer the contact of ${oneLine(storeName)}`,
    text: [
      `Another contact address was set for ${oneLine(storeName)}, by ${oneLine(actor)}. This is the last mail to you.`,
      "If you did not expect this, ask whoever runs this service.",
      "",
    ].join("\n"),
  };
}

function maskedIban(account: BankAccount | undefined): string {
  return account === undefined ? "none" : `${account.iban.slice(0, 4)} … ${account.iban.slice(-4)}`;
}

/** A name may hold anything printable, but never a second line in a mail. */
function oneLine(text: string): string {
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, " ");
}
