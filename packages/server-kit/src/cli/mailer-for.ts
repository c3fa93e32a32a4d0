// The mailer that an SMTP address stands for.
import { type Mailer, smtpMailer } from "../outbound/mailer.js";
import { type GivenOptions, UsageError } from "./command.js";

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
