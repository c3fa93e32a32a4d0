// The secret given as a value: it is not set while the shop is built.
import { receiveWebhooks } from "@payment-sessions/webhook-verifier/next";

export const POST = receiveWebhooks({ secret: process.env.WEBHOOK_SECRET, onEvent: () => undefined });
