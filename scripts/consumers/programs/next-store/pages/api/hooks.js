// An API route of the Pages Router on Node, with the body parser switched off as the verifier requires.
import { receiveWebhooksPages } from "@payment-sessions/webhook-verifier/next";

export const config = { api: { bodyParser: false } };
export default receiveWebhooksPages({ secret: process.env.WEBHOOK_SECRET, onEvent: () => undefined });
