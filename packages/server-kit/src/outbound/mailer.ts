// The mailer port: nodemailer's `sendMail`, or an SMTP server by URL.
import { isLoopback } from "../domain/loopback.js";
import { oneLine } from "../domain/one-line.js";
import { openedOnce } from "../domain/opened-once.js";

export interface MailMessage {
  from: string;
  to: string;
  subject: string;
  text: string;
  /** The same for every attempt of one message, so that mail systems recognise duplicates. */
  messageId: string;
  /** Aborted when the service stops waiting, after a minute or when it stops. */
  signal?: AbortSignal | undefined;
}

/** The adapter of a mail system; the option `mailer` of createPaymentService. */
export interface Mailer {
  /** Sends one message. Resolves when it was accepted; reject when it was not: it is sent again later. */
  sendMail(message: MailMessage): Promise<unknown>;
}

/** The rule of `isSmtpAddress`, for messages. They do not repeat the address: it may contain a password. */
export const smtpAddressRule =
  "must begin with smtp:// or smtps:// and name a host, such as smtp://mail.example.com:587";

export function isSmtpAddress(text: string): boolean {
  if (!/^smtps?:\/\//.test(text) || !URL.canParse(text)) return false;
  const { hostname } = new URL(text);
  // A "%" is a variable that was not filled in, or a character that no host has: nodemailer throws an error with the address.
  return hostname !== "" && !hostname.includes("%");
}

/**
 * Sends through an SMTP server. An address with a password needs TLS, from the start (`smtps:`) or by STARTTLS, unless its host is loopback
 * or it ends with `?requireTLS=false`.
 *
 * @throws Error for an invalid address.
 * @example
 * smtpMailer("smtps://user:password@mail.example.com"); // or smtp://127.0.0.1:2525
 */
export function smtpMailer(url: string): Mailer {
  if (!isSmtpAddress(url)) throw new Error(`The address of the mail server ${smtpAddressRule}.`);
  const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };
  const transport = openedOnce(() => openTransport(url, timeouts));
  return {
    async sendMail(message) {
      return (await transport.get()).sendMail(message);
    },
  };
}

interface Timeouts {
  connectionTimeout: number;
  greetingTimeout: number;
  socketTimeout: number;
}

/** nodemailer is loaded with the first mail, not at start. */
async function openTransport(url: string, timeouts: Timeouts) {
  const { createTransport } = await import("nodemailer");
  return createTransport({ url, requireTLS: isTlsRequired(url), ...timeouts });
}

/**
 * For a password that leaves this machine: an attacker in between may remove the offer of STARTTLS, and then read the password and the mails with
 * links for new passwords. `?requireTLS=false` in the address takes precedence.
 */
function isTlsRequired(url: string): boolean {
  const { hostname, password } = new URL(url);
  return password !== "" && !isLoopback(hostname);
}

const checkTimeoutMs = 5000;

/** Checks that an SMTP server responds and accepts the credentials; otherwise returns the reason, without the password. Sends no mail. */
export async function findSmtpProblem(url: string): Promise<string | undefined> {
  if (!isSmtpAddress(url)) return `its address ${smtpAddressRule}`;
  const timeouts = {
    connectionTimeout: checkTimeoutMs,
    greetingTimeout: checkTimeoutMs,
    socketTimeout: checkTimeoutMs,
  };
  let transport: Awaited<ReturnType<typeof openTransport>> | undefined;
  try {
    transport = await openTransport(url, timeouts);
    await transport.verify();
    return undefined;
  } catch (error) {
    // OpenSSL's messages end with a line break.
    return oneLine(error instanceof Error ? error.message : String(error)).trim();
  } finally {
    transport?.close();
  }
}
