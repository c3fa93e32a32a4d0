// A store that creates and pays payments, retries each call until it gets a response, and records the received webhooks.
import { createServer, type Server } from "node:http";
import { verifySignature } from "@payment-sessions/webhook-verifier";

const retryPauseMs = 50;
const maxTries = 200;

export interface Shop {
  server: Server;
  /** Signed webhooks by payment, each with its status. */
  received: Map<string, Set<string>>;
  /** Number of webhooks that were received again. */
  duplicateCount(): number;
  /** Creates a payment and pays it; resolves with its id when both calls were acknowledged. */
  pay(orderId: string): Promise<string>;
  useStore(store: { merchantId: string; key: string; webhookSecret: string; serviceUrl: string }): void;
}

export function openShop(): Shop {
  const received = new Map<string, Set<string>>();
  const deliveryIds = new Set<string>();
  let duplicates = 0;
  let store = { merchantId: "", key: "", webhookSecret: "", serviceUrl: "" };

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    const signature = request.headers["x-service-signature"];
    const isSigned = typeof signature === "string" && (await verifySignature(body, signature, store.webhookSecret));
    response.writeHead(isSigned ? 200 : 401).end();
    if (!isSigned) return;
    const deliveryId = String(request.headers["x-service-delivery"]);
    if (deliveryIds.has(deliveryId)) duplicates += 1;
    deliveryIds.add(deliveryId);
    // Sound: the signature shows that the service sent it.
    const event = JSON.parse(body.toString()) as { transaction_id: string; status: string };
    const statuses = received.get(event.transaction_id) ?? new Set();
    received.set(event.transaction_id, statuses.add(event.status));
  });

  /** With the Idempotency-Key an interrupted call can be retried safely. */
  async function call(path: string, body: object, idempotencyKey: string): Promise<Record<string, unknown>> {
    for (let attempt = 1; ; attempt += 1) {
      const response = await fetch(`${store.serviceUrl}${path}`, {
        method: "POST",
        headers: {
          authorization: `Bearer ${store.key}`,
          "content-type": "application/json",
          "idempotency-key": idempotencyKey,
        },
        body: JSON.stringify(body),
      }).catch(() => undefined);
      // Sound: both routes respond with a JSON object.
      if (response?.ok) return (await response.json()) as Record<string, unknown>;
      const mayRetry = response === undefined || [409, 429, 502, 503].includes(response.status);
      if (!mayRetry || attempt === maxTries) {
        throw new Error(`${path} responded with ${response?.status}: ${await response?.text()}`);
      }
      await new Promise((resolve) => setTimeout(resolve, retryPauseMs));
    }
  }

  return {
    server,
    received,
    duplicateCount: () => duplicates,
    async pay(orderId) {
      const { merchantId } = store;
      const payment = { merchantId, orderId, amountCents: 1999, currency: "EUR" };
      const { paymentId } = await call("/payments/initialize", payment, `initialize-${orderId}`);
      await call(`/sandbox/payments/${paymentId}/events`, { event: "provider_success" }, `pay-${orderId}`);
      return String(paymentId);
    },
    useStore(next) {
      store = next;
    },
  };
}
