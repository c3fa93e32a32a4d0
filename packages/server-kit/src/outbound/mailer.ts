// How mail leaves the service: whatever has nodemailer's `sendMail`, or the SMTP server of a URL.

export interface MailMessage {
  from: string;
  to: string;
  subject: string;
  text: string;
  /** The same for every try of one message, so that mail systems recognise a second copy. */
  messageId: string;
  /** Aborted when the service stops waiting, after a minute or at its own end. */
  signal?: AbortSignal | undefined;
}

export interface Mailer {
  /** Resolves when the message was handed over. */
  sendMail(message: MailMessage): Promise<unknown>;
}

/**
 * Sends through an SMTP server.
 *
 * @example
 * smtpMailer("smtps://user:password@mail.example.com"); // or smtp://127.0.0.1:2525
 */
export function smtpMailer(url: string): Mailer {
  let opening: Promise<Mailer> | undefined;
  return {
    async sendMail(message) {
      opening ??= openTransport(url, { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 });
      return (await opening).sendMail(message);
    },
  };
}

interface Timeouts {
  connectionTimeout: number;
  greetingTimeout: number;
  socketTimeout: number;
}

/** nodemailer comes with the first mail: a start does not wait for it. */
async function openTransport(url: string, timeouts: Timeouts) {
  const { createTransport } = await import("nodemailer");
  return createTransport({ url, ...timeouts });
}

const askTimeoutMs = 5000;

/** Whether an SMTP server answers and takes the sign-in of the address; otherwise why not, without the password. Sends nothing. */
export async function findSmtpFault(url: string): Promise<string | undefined> {
  const timeouts = { connectionTimeout: askTimeoutMs, greetingTimeout: askTimeoutMs, socketTimeout: askTimeoutMs };
  const transport = await openTransport(url, timeouts);
  try {
    await transport.verify();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    transport.close();
  }
}
