// A card processor on another origin: an API with a secret, a page with the card form, signed callbacks that may be lost. And an adapter
// for it, as a host would write it.
import { createHmac, randomUUID, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { CardPageProvider, CardSessionRequest, ProviderEvent } from "../../src/index.js";

const apiSecret = "processor-api-secret";
const callbackSecret = "processor-callback-secret";

type Answer = "success" | "rejected" | "cancelled" | "unknown";

interface Charge {
  request: Omit<CardSessionRequest, "signal">;
  answer: Answer | undefined;
}

export type CardProcessor = Awaited<ReturnType<typeof startCardProcessor>>;

export async function startCardProcessor() {
  const charges = new Map<string, Charge>();
  const asked: string[] = [];
  let hearsCallbacks = true;
  let isDown = false;

  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  });

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", "http://processor");
    const [, place = "", id = ""] = url.pathname.split("/");
    const body = await textOf(request);
    if (place === "sessions") {
      if (isDown) return void response.writeHead(503).end();
      if (request.headers.authorization !== `Bearer ${apiSecret}`) return void response.writeHead(401).end();
      asked.push(`${request.method} ${place}`);
      if (request.method === "GET") return void response.end(JSON.stringify({ answer: charges.get(id)?.answer }));
      const wanted: Charge["request"] = JSON.parse(body);
      // As asked for: one attempt is one session, however often it is requested.
      charges.set(wanted.attemptId, { request: wanted, answer: charges.get(wanted.attemptId)?.answer });
      return void response.end(JSON.stringify({ id: wanted.attemptId, url: `${origin()}/card/${wanted.attemptId}` }));
    }
    const charge = charges.get(id);
    if (place !== "card" || charge === undefined) return void response.writeHead(404).end();
    if (request.method === "GET") {
      response.setHeader("content-type", "text/html; charset=utf-8");
      return void response.end(`<!doctype html><html lang="en"><title>Card</title><link rel="icon" href="data:,"><h1>The card page</h1>
<form method="post"><label>Card number <input name="number"></label>
<button name="answer" value="success">Pay</button> <button name="answer" value="rejected">Refuse</button>
<button name="answer" value="cancelled">Cancel</button> <button name="answer" value="unknown">No answer</button></form>`);
    }
    // The page above has no other value.
    await decide(id, new URLSearchParams(body).get("answer") as Answer);
    response.writeHead(303, { location: charge.request.buyerReturnUrl }).end();
  }

  /** The effect of the buyer's click: stored, and reported to the service unless callbacks are lost. */
  async function decide(id: string, answer: Answer): Promise<void> {
    const charge = charges.get(id);
    if (charge === undefined) throw new Error(`There is no charge ${id}.`);
    charge.answer = answer;
    if (hearsCallbacks) await callBack(id, answer);
  }

  async function callBack(id: string, answer: Answer, secret = callbackSecret): Promise<number> {
    const body = JSON.stringify({ charge: id, answer, nonce: randomUUID() });
    const signature = createHmac("sha256", secret).update(body).digest("hex");
    const target = charges.get(id)?.request.callbackUrl ?? "";
    const { status } = await fetch(target, { method: "POST", headers: { "x-processor-signature": signature }, body });
    return status;
  }

  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));

  function origin(): string {
    const address = server.address();
    return `http://localhost:${typeof address === "object" && address !== null ? address.port : 0}`;
  }

  const headers = { authorization: `Bearer ${apiSecret}` };
  const provider: CardPageProvider = {
    code: "cardhouse",
    async createSession({ signal, ...request }) {
      const answer = await fetch(`${origin()}/sessions`, {
        method: "POST",
        headers,
        body: JSON.stringify(request),
        signal,
      });
      if (!answer.ok) throw new Error(`The processor answered ${answer.status}.`);
      const { id, url } = (await answer.json()) as { id: string; url: string };
      return { sessionId: id, redirectUrl: url };
    },
    async fetchOutcome(sessionId) {
      const answer = await fetch(`${origin()}/sessions/${sessionId}`, { headers });
      return eventOf(((await answer.json()) as { answer?: Answer }).answer);
    },
    async readCallback({ headers, body }) {
      const given = Buffer.from(String(headers["x-processor-signature"] ?? ""), "hex");
      const right = createHmac("sha256", callbackSecret).update(body).digest();
      if (given.length !== right.length || !timingSafeEqual(given, right))
        throw new Error("not signed by the processor");
      const { charge, answer } = JSON.parse(new TextDecoder().decode(body)) as { charge: string; answer: Answer };
      const event = eventOf(answer);
      if (event === undefined) throw new Error("says nothing");
      return { sessionId: charge, event };
    },
  };

  return {
    provider,
    charges,
    /** Methods and places that the service has called. */
    asked,
    decide,
    callBack,
    loseCallbacks: () => {
      hearsCallbacks = false;
    },
    setDown: (down: boolean) => {
      isDown = down;
    },
    origin,
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}

function eventOf(answer: Answer | undefined): ProviderEvent | undefined {
  return answer && { type: `provider.${answer}` as const };
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const part of request) text += String(part);
  return text;
}
