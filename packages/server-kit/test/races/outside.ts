// The external systems of the instances: the bank that opens sessions, the store that receives webhooks, the mail server.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { OpenBankingProvider } from "../../src/index.js";
import type { Mailer } from "../../src/outbound/mailer.js";

export interface ReceivedWebhook {
  path: string;
  deliveryId: string;
  signature: string;
  body: string;
}

export interface Outside {
  url: string;
  /** Attempt ids, in the order in which the bank received requests to open a session. */
  sessions: { attemptId: string; paymentId: string }[];
  /** Session ids, in the order in which the bank received requests for an outcome. */
  questions: string[];
  mails: { to: string; subject: string; messageId: string }[];
  webhooks: ReceivedWebhook[];
  stop(): void;
}

export async function openOutside(): Promise<Outside> {
  const outside: Omit<Outside, "url" | "stop"> = { sessions: [], questions: [], mails: [], webhooks: [] };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString();
    const path = request.url ?? "";
    if (path === "/bank/sessions") outside.sessions.push(JSON.parse(body));
    else if (path === "/bank/questions") outside.questions.push(JSON.parse(body).sessionId);
    else if (path === "/mails") outside.mails.push(JSON.parse(body));
    else {
      const header = (name: string) => String(request.headers[name] ?? "");
      outside.webhooks.push({
        path,
        deliveryId: header("x-service-delivery"),
        signature: header("x-service-signature"),
        body,
      });
    }
    response.end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    ...outside,
    // Sound: a TCP server's address is an object.
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

const tell = (url: string, body: object) => fetch(url, { method: "POST", body: JSON.stringify(body) });

/** Each request opens a new session, as at a bank that ignores the attempt's id. */
export function bankOf(url: string): OpenBankingProvider {
  let count = 0;
  return {
    code: "racebank",
    async createSession({ attemptId, paymentId }) {
      await tell(`${url}/bank/sessions`, { attemptId, paymentId });
      count += 1;
      const sessionId = `${attemptId}-${process.pid}-${count}`;
      return { sessionId, redirectUrl: `https://bank.example/${sessionId}` };
    },
    async fetchOutcome(sessionId) {
      await tell(`${url}/bank/questions`, { sessionId });
      return undefined;
    },
  };
}

export function mailerOf(url: string): Mailer {
  return { sendMail: async ({ signal: _, ...message }) => void (await tell(`${url}/mails`, message)) };
}
