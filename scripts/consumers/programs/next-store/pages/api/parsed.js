// A common mistake: the body parser is left on.
import { receiveWebhooksPages } from "@payment-sessions/webhook-verifier/next";

export default receiveWebhooksPages({ secret: process.env.WEBHOOK_SECRET, onEvent: () => undefined });
