// The mailer that an SMTP address stands for.
import { findSmtpFault, type Mailer, smtpMailer } from "../outbound/mailer.js";
import { type GivenOptions, UsageError } from "./command.js";
import type { CommandIo } from "./command-io.js";

export function mailerFor(given: GivenOptions): Mailer | undefined {
  const address = given.text("smtp-url");
  if (address === undefined || address === "") return undefined;
  // The address may hold a password: it is not repeated.
  if (!/^smtps?:\/\/./.test(address) || !URL.canParse(address)) {
    throw new UsageError(
      `${given.source("smtp-url")} must begin with smtp:// or smtps:// and name a host, such as smtp://mail.example.com:587.`,
    );
  }
  return smtpMailer(address);
}

/** Says when the mail server does not answer; the service runs nevertheless, and mails wait. */
export async function warnOfDeadMailServer(given: GivenOptions, io: Pick<CommandIo, "error">): Promise<void> {
  const fault = await findMailFault(given);
  if (fault !== undefined) io.error(`Warning: ${fault}`);
}

/** A sentence about the mail server that does not answer; undefined when it does, and without one. */
export async function findMailFault(given: GivenOptions): Promise<string | undefined> {
  const address = given.text("smtp-url");
  if (address === undefined || address === "" || !URL.canParse(address)) return undefined;
  const fault = await findSmtpFault(address);
  if (fault === undefined) return undefined;
  return `${given.source("smtp-url")}: the mail server ${new URL(address).host} does not take mail (${fault}); mails wait until it does`;
}
