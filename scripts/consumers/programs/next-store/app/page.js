// A server component that verifies a delivery at request time.
import { verifyWebhook } from "@payment-sessions/webhook-verifier";
import { createEvent, signWebhook } from "@payment-sessions/webhook-verifier/testing";

export const dynamic = "force-dynamic";

export default async function Page() {
  const secret = process.env.WEBHOOK_SECRET;
  const event = await verifyWebhook({
    ...(await signWebhook({ body: createEvent({ order_id: "1001" }), secret })),
    secret,
  });
  return <p>order {event.order_id} is authentic</p>;
}
