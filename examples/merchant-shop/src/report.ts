// Calls and webhooks for the strip, without API key and webhook secret.
import type { PaymentSessions } from "@payment-sessions/sdk";
import type { TransactionStatusChangedEvent } from "@payment-sessions/webhook-verifier";
import type { Activity } from "./activity.js";

type InitializeCall = Awaited<ReturnType<ReturnType<PaymentSessions["sessions"]["initialize"]>["withResponse"]>>;

export function reportCall(activity: Activity, request: { orderId: string }, call: InitializeCall): void {
  const { data, idempotencyKey, response, requestId } = call;
  activity.add(request.orderId, {
    kind: "request",
    title: "Request to the service",
    detail: `POST /payments/initialize\nAuthorization: Bearer ps_test_…\nIdempotency-Key: ${idempotencyKey}\n\n${JSON.stringify(request, null, 2)}`,
  });
  activity.add(request.orderId, {
    kind: "response",
    title: "Response: redirect the buyer",
    detail: `${response.status} ${response.statusText}\nX-Request-Id: ${requestId}\n\npaymentId: ${data.paymentId}\nstatus: ${data.status}`,
  });
}

export function reportWebhook(
  activity: Activity,
  event: TransactionStatusChangedEvent,
  {
    before,
    after,
    signature = "",
  }: { before?: string | undefined; after?: string | undefined; signature?: string | undefined },
): void {
  const { order_id: orderId, transaction_id: paymentId, status, amount, currency } = event;
  activity.add(orderId, {
    kind: "webhook",
    title: `Webhook: ${status}, signature is valid`,
    detail: [
      `X-Service-Event: ${event.event}`,
      `X-Service-Delivery: ${event.deliveryId}`,
      `X-Service-Signature: ${signature.slice(0, 19)}… verified`,
      "",
      JSON.stringify({ transaction_id: paymentId, status, amount, currency }, null, 2),
    ].join("\n"),
  });
  if (after !== undefined && after !== before) {
    activity.add(orderId, { kind: "order", title: `The order is ${after}`, detail: "" });
  }
}
