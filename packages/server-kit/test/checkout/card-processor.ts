// A card processor on another origin: an API with a secret, a page with the card form, signed callbacks that may be lost. And an adapter
// for it, as a host would write it.
import { createHmac, randomUUID, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { CardPageProvider, CardSessionRequest, ProviderEvent } from "../../src/index.js";

const apiSecret = "processor-api-secret";
const callbackSecret = "processor-callback-secret";

type CardOutcome = "success" | "rejected" | "cancelled" | "unknown";

interface Charge {
  request: Omit<CardSessionRequest, "signal">;
  outcome: CardOutcome | undefined;
}

export type CardProcessor = Awaited<ReturnType<typeof startCardProcessor>>;

export async function startCardProcessor() {
  const charges = new Map<string, Charge>();
  const calls: string[] = [];
  let areCallbacksLost = false;
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
      calls.push(`${request.method} ${place}`);
      if (request.method === "GET") return void response.end(JSON.stringify({ outcome: charges.get(id)?.outcome }));
      const wanted: Charge["request"] = JSON.parse(body);
      // As the port requires: one attempt has one session, however often it is requested.
      charges.set(wanted.attemptId, { request: wanted, outcome: charges.get(wanted.attemptId)?.outcome });
      return void response.end(JSON.stringify({ id: wanted.attemptId, url: `${origin()}/card/${wanted.attemptId}` }));
    }
    const charge = charges.get(id);
    if (place !== "card" || charge === undefined) return void response.writeHead(404).end();
    if (request.method === "GET") {
      response.setHeader("content-type", "text/html; charset=utf-8");
      return void response.end(`<!doctype html><html lang="en"><title>Card</title><link rel="icon" href="data:,"><h1>The card page</h1>
<form method="post"><label>Card number <input name="number"></label>
<button name="outcome" value="success">Pay</button> <button name="outcome" value="rejected">Refuse</button>
<button name="outcome" value="cancelled">Cancel</button> <button name="outcome" value="unknown">No outcome</button></form>`);
    }
    // The page above has no other value.
    await decide(id, new URLSearchParams(body).get("outcome") as CardOutcome);
    response.writeHead(303, { location: charge.request.buyerReturnUrl }).end();
  }

  /** The effect of the buyer's click: stored, and reported to the service unless callbacks are lost. */
  async function decide(id: string, outcome: CardOutcome): Promise<void> {
    const charge = charges.get(id);
    if (charge === undefined) throw new Error(`There is no charge ${id}.`);
    charge.outcome = outcome;
    if (!areCallbacksLost) await callBack(id, outcome);
  }

  async function callBack(id: string, outcome: CardOutcome, secret = callbackSecret): Promise<number> {
    const body = JSON.stringify({ charge: id, outcome, nonce: randomUUID() });
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
      const response = await fetch(`${origin()}/sessions`, {
        method: "POST",
        headers,
        body: JSON.stringify(request),
        signal,
      });
      if (!response.ok) throw new Error(`The processor responded with ${response.status}.`);
      const { id, url } = (await response.json()) as { id: string; url: string };
      return { sessionId: id, redirectUrl: url };
    },
    async fetchOutcome(sessionId) {
      const response = await fetch(`${origin()}/sessions/${sessionId}`, { headers });
      return eventOf(((await response.json()) as { outcome?: CardOutcome }).outcome);
    },
    async readCallback({ headers, body }) {
      const given = Buffer.from(String(headers["x-processor-signature"] ?? ""), "hex");
      const expected = createHmac("sha256", callbackSecret).update(body).digest();
      if (given.length !== expected.length || !timingSafeEqual(given, expected))
        throw new Error("The callback is not signed by the processor.");
      const { charge, outcome } = JSON.parse(new TextDecoder().decode(body)) as {
        charge: string;
        outcome: CardOutcome;
      };
      const event = eventOf(outcome);
      if (event === undefined) throw new Error("The callback has no outcome.");
      return { sessionId: charge, event };
    },
  };

  return {
    provider,
    charges,
    /** Methods and places that the service has called. */
    calls,
    decide,
    callBack,
    loseCallbacks: () => {
      areCallbacksLost = true;
    },
    setDown: (down: boolean) => {
      isDown = down;
    },
    origin,
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}

function eventOf(outcome: CardOutcome | undefined): ProviderEvent | undefined {
  return outcome && { type: `provider.${outcome}` as const };
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const part of request) text += String(part);
  return text;
}
