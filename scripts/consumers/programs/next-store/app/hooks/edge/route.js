// A route handler of the App Router on the edge runtime, with deduplication by the body.
import { memoryDedupeStore } from "@payment-sessions/webhook-verifier/dedupe";
import { receiveWebhooks } from "@payment-sessions/webhook-verifier/next";

export const runtime = "edge";
export const POST = receiveWebhooks({
  secret: () => process.env.WEBHOOK_SECRET,
  dedupe: memoryDedupeStore(),
  dedupeBody: true,
  onEvent: () => undefined,
});
