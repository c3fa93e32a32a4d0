// An API route of the Pages Router on the edge runtime.
import { receiveWebhooks } from "@payment-sessions/webhook-verifier/next";

export const config = { runtime: "edge" };
export default receiveWebhooks({ secret: process.env.WEBHOOK_SECRET, onEvent: () => undefined });
