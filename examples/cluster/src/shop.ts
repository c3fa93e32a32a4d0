// A store that creates and pays payments, retries each call until it gets a response, and records the received webhooks.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { verifySignature } from "@payment-sessions/webhook-verifier";

const retryPauseMs = 50;
const maxAttempts = 200;

export interface Account {
  merchantId: string;
  key: string;
  webhookSecret: string;
  serviceUrl: string;
}

export interface Shop {
  server: Server;
  /** Signed webhooks by payment, each with its status. */
  received: Map<string, Set<string>>;
  /** Number of webhooks that were received again. */
  duplicateCount(): number;
  /** Creates a payment and pays it; resolves with its id when both calls were acknowledged. */
  pay(orderId: string): Promise<string>;
  useAccount(account: Account): void;
}

export function openShop(): Shop {
  let account: Account = { merchantId: "", key: "", webhookSecret: "", serviceUrl: "" };
  const { receive, received, duplicateCount } = createWebhookRecorder(() => account.webhookSecret);
  return {
    server: createServer(receive),
    received,
    duplicateCount,
    async pay(orderId) {
      const payment = { merchantId: account.merchantId, orderId, amountCents: 1999, currency: "EUR" };
      const { paymentId } = await call(account, "/payments/initialize", payment, `initialize-${orderId}`);
      await call(account, `/sandbox/payments/${paymentId}/events`, { event: "provider_success" }, `pay-${orderId}`);
      return String(paymentId);
    },
    useAccount(given) {
      account = given;
    },
  };
}

function createWebhookRecorder(secret: () => string) {
  const received = new Map<string, Set<string>>();
  const deliveryIds = new Set<string>();
  let duplicates = 0;
  return {
    received,
    duplicateCount: () => duplicates,
    async receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
      const body = await buffer(request).catch(() => undefined);
      // The instance was killed while it sent this webhook: another one sends it again.
      if (body === undefined) return;
      const signature = request.headers["x-service-signature"];
      const isSigned = typeof signature === "string" && (await verifySignature(body, signature, secret()));
      response.writeHead(isSigned ? 200 : 401).end();
      if (!isSigned) return;
      const deliveryId = String(request.headers["x-service-delivery"]);
      if (deliveryIds.has(deliveryId)) duplicates += 1;
      deliveryIds.add(deliveryId);
      // The signature shows that the service sent it.
      const event = JSON.parse(body.toString()) as { transaction_id: string; status: string };
      const statuses = received.get(event.transaction_id) ?? new Set();
      received.set(event.transaction_id, statuses.add(event.status));
    },
  };
}

/** With the Idempotency-Key an interrupted call can be retried safely. */
async function call(
  { serviceUrl, key }: Account,
  path: string,
  body: object,
  idempotencyKey: string,
): Promise<Record<string, unknown>> {
  for (let attempt = 1; ; attempt += 1) {
    const response = await fetch(`${serviceUrl}${path}`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${key}`,
        "content-type": "application/json",
        "idempotency-key": idempotencyKey,
      },
      body: JSON.stringify(body),
    }).catch(() => undefined);
    // Both routes respond with a JSON object.
    if (response?.ok) return (await response.json()) as Record<string, unknown>;
    const mayRetry = response === undefined || [409, 429, 502, 503].includes(response.status);
    if (!mayRetry || attempt === maxAttempts) {
      const reason = response === undefined ? "no response" : `${response.status}: ${await response.text()}`;
      throw new Error(`POST ${path} failed after ${attempt} attempts: ${reason}`);
    }
    await new Promise((resolve) => setTimeout(resolve, retryPauseMs));
  }
}
