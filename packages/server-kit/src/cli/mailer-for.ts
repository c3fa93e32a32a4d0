// Creates the mailer for --smtp-url, and checks that its server can be reached.
import { findSmtpProblem, type Mailer, smtpMailer } from "../outbound/mailer.js";
import { type GivenOptions, UsageError } from "./command.js";
import type { CommandIo } from "./command-io.js";

/** Undefined without --smtp-url. @throws UsageError for an invalid address. */
export function mailerFor(given: GivenOptions): Mailer | undefined {
  const address = given.text("smtp-url");
  if (address === undefined || address === "") return undefined;
  // The address may contain a password, so the message does not repeat it.
  if (!/^smtps?:\/\/./.test(address) || !URL.canParse(address)) {
    throw new UsageError(
      `${given.source("smtp-url")} must begin with smtp:// or smtps:// and name a host, such as smtp://mail.example.com:587.`,
    );
  }
  return smtpMailer(address);
}

/** The service runs without a mail server too: mails are queued until it can be reached. */
export async function warnIfMailServerUnreachable(given: GivenOptions, io: Pick<CommandIo, "error">): Promise<void> {
  const problem = await findMailProblem(given);
  if (problem !== undefined) io.error(`Warning: ${problem}`);
}

/** The reason that no mail can be sent; undefined when the mail server accepts a connection, and without --smtp-url. */
export async function findMailProblem(given: GivenOptions): Promise<string | undefined> {
  const address = given.text("smtp-url");
  if (address === undefined || address === "" || !URL.canParse(address)) return undefined;
  const problem = await findSmtpProblem(address);
  if (problem === undefined) return undefined;
  return `${given.source("smtp-url")}: the mail server ${new URL(address).host} cannot be used (${problem}); mails are queued until it can`;
}
