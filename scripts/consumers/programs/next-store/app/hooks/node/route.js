// The secret is passed as a value: it is not set while the store is built.
import { receiveWebhooks } from "@payment-sessions/webhook-verifier/next";

export const POST = receiveWebhooks({ secret: process.env.WEBHOOK_SECRET, onEvent: () => undefined });
