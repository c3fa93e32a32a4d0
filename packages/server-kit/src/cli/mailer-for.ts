// Creates the mailer for --smtp-url, and checks that its server can be reached.
import { findSmtpProblem, isSmtpAddress, type Mailer, smtpAddressRule, smtpMailer } from "../outbound/mailer.js";
import { type GivenOptions, UsageError } from "./command.js";
import type { CommandIo } from "./command-io.js";

/** Undefined without --smtp-url. @throws UsageError for an invalid address. */
export function mailerFor(given: GivenOptions): Mailer | undefined {
  const address = given.text("smtp-url");
  if (address === undefined || address === "") return undefined;
  if (!isSmtpAddress(address)) throw new UsageError(`${given.source("smtp-url")} ${smtpAddressRule}.`);
  return smtpMailer(address);
}

/** Never rejects: the service runs without a mail server too, and mails are queued until it can be reached. */
export async function warnIfMailServerUnreachable(given: GivenOptions, io: Pick<CommandIo, "error">): Promise<void> {
  const problem = await findMailProblem(given).catch((error: unknown) =>
    error instanceof Error ? error.message : error,
  );
  if (problem !== undefined) io.error(`Warning: ${problem}`);
}

/** The reason that no mail can be sent; undefined when the mail server accepts a connection, and without --smtp-url. */
export async function findMailProblem(given: GivenOptions): Promise<string | undefined> {
  const address = given.text("smtp-url");
  if (address === undefined || address === "") return undefined;
  if (!isSmtpAddress(address)) return `${given.source("smtp-url")} ${smtpAddressRule}`;
  const problem = await findSmtpProblem(address);
  if (problem === undefined) return undefined;
  return `${given.source("smtp-url")}: the mail server ${new URL(address).host} cannot be used (${problem}); mails are queued until it can`;
}
