// The external systems of the instances: the bank that opens sessions, the store that receives webhooks, the mail server.
import type { OpenBankingProvider } from "../../src/index.js";
import type { Mailer } from "../../src/outbound/mailer.js";
import { listen } from "../listen.js";

export interface ReceivedWebhook {
  path: string;
  deliveryId: string;
  signature: string;
  body: string;
}

export interface ExternalSystems {
  url: string;
  /** Attempt ids, in the order in which the bank received requests to open a session. */
  sessions: { attemptId: string; paymentId: string }[];
  /** Session ids, in the order in which the bank received requests for an outcome. */
  polls: string[];
  mails: { to: string; subject: string; messageId: string }[];
  webhooks: ReceivedWebhook[];
  stop(): Promise<void>;
}

export async function openExternalSystems(): Promise<ExternalSystems> {
  const external: Omit<ExternalSystems, "url" | "stop"> = { sessions: [], polls: [], mails: [], webhooks: [] };
  const { url, close } = await listen(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString();
    const path = request.url ?? "";
    if (path === "/bank/sessions") external.sessions.push(JSON.parse(body));
    else if (path === "/bank/polls") external.polls.push(JSON.parse(body).sessionId);
    else if (path === "/mails") external.mails.push(JSON.parse(body));
    else {
      const header = (name: string) => String(request.headers[name] ?? "");
      external.webhooks.push({
        path,
        deliveryId: header("x-service-delivery"),
        signature: header("x-service-signature"),
        body,
      });
    }
    response.end("{}");
  });
  return { ...external, url, stop: close };
}

const report = (url: string, body: object) => fetch(url, { method: "POST", body: JSON.stringify(body) });

/** Each request opens a new session, as at a bank that ignores the attempt's id. */
export function bankOf(url: string): OpenBankingProvider {
  let count = 0;
  return {
    code: "racebank",
    async createSession({ attemptId, paymentId }) {
      await report(`${url}/bank/sessions`, { attemptId, paymentId });
      count += 1;
      const sessionId = `${attemptId}-${process.pid}-${count}`;
      return { sessionId, redirectUrl: `https://bank.example/${sessionId}` };
    },
    async fetchOutcome(sessionId) {
      await report(`${url}/bank/polls`, { sessionId });
      return undefined;
    },
  };
}

export function mailerOf(url: string): Mailer {
  return { sendMail: async ({ signal: _, ...message }) => void (await report(`${url}/mails`, message)) };
}
