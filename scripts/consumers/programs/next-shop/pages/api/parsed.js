// Its author has forgotten to switch the body parser off.
import { receiveWebhooksPages } from "@payment-sessions/webhook-verifier/next";

export default receiveWebhooksPages({ secret: process.env.WEBHOOK_SECRET, onEvent: () => undefined });
