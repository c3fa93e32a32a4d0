// An SMTP server on loopback that keeps the mails it receives.
import { SMTPServer } from "smtp-server";
import { portOf } from "./listen.js";

export interface MailServer {
  /** For `smtpMailer`. */
  url: string;
  received: { to: string[]; text: string }[];
  close(): Promise<void>;
}

export async function startMailServer(): Promise<MailServer> {
  const received: MailServer["received"] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk) => chunks.push(chunk));
      stream.on("end", () => {
        const text = withoutQuotedPrintable(Buffer.concat(chunks).toString());
        received.push({ to: session.envelope.rcptTo.map(({ address }) => address), text });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `smtp://127.0.0.1:${portOf(server.server)}`,
    received,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

/** Joins the lines of quoted-printable text that were folded, as links are. */
function withoutQuotedPrintable(text: string): string {
  return text.replace(/=\r?\n/g, "").replace(/=3D/g, "=");
}
