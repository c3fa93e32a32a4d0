// Fifty stores that receive webhooks, one in five of them unreachable: records what arrived where, and the
// highest number of concurrent requests.
import { listen } from "../listen.js";

export interface StoreEndpoints {
  url(store: number): string;
  isDead(store: number): boolean;
  /** Deliveries that a reachable store has accepted, as `payment status`. */
  accepted: Set<string>;
  /** Attempts that have arrived, by the delivery's id. */
  attempts: Map<string, string[]>;
  mostAtOnce(): number;
  stop(): Promise<void>;
}

export async function openStoreEndpoints(): Promise<StoreEndpoints> {
  const isDead = (store: number) => store % 5 === 4;
  const accepted = new Set<string>();
  const attempts = new Map<string, string[]>();
  const atOnce = new Map<number, number>();
  let most = 0;
  const { url, close } = await listen(async (request, response) => {
    const store = Number(/\d+$/.exec(request.url ?? "")?.[0]);
    const count = (atOnce.get(store) ?? 0) + 1;
    atOnce.set(store, count);
    most = Math.max(most, count);
    response.once("close", () => atOnce.set(store, (atOnce.get(store) ?? 0) - 1));
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of request) chunks.push(chunk);
    } catch {
      // The instance that sent it was killed.
      return;
    }
    const id = String(request.headers["x-service-delivery"]);
    attempts.set(id, [...(attempts.get(id) ?? []), String(request.headers["x-service-attempt"])]);
    await new Promise((resolve) => setTimeout(resolve, 10));
    if (isDead(store)) return response.writeHead(500).end();
    const { transaction_id: paymentId, status } = JSON.parse(Buffer.concat(chunks).toString());
    accepted.add(`${paymentId} ${status}`);
    response.end("ok");
  });
  return {
    url: (store) => `${url}/hook/${store}`,
    isDead,
    accepted,
    attempts,
    mostAtOnce: () => most,
    stop: close,
  };
}
