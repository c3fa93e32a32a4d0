// A merchant's program under TypeScript's strictest options: everything must compile except the marked lines.
import { isPaymentSessionsError, type PaymentSession, PaymentSessions } from "@payment-sessions/sdk";
import { type ErrorCode, errorCodes } from "@payment-sessions/sdk/enums";
import { createMockService } from "@payment-sessions/sdk/mock";
import { verifyWebhook } from "@payment-sessions/webhook-verifier";
import { receiveWebhooks } from "@payment-sessions/webhook-verifier/fetch";
import { verifyWebhookSync } from "@payment-sessions/webhook-verifier/node";
import { createEvent, signWebhook } from "@payment-sessions/webhook-verifier/testing";

export const known: readonly ErrorCode[] = errorCodes;
export const receive: (request: Request) => Promise<Response> = receiveWebhooks({ secret: "s", onEvent: () => {} });

export async function pay(): Promise<PaymentSession | string> {
  const mock = createMockService();
  const payments = new PaymentSessions({ apiKey: "ps_test_1234567890", baseUrl: mock.baseUrl, fetch: mock.fetch });
  try {
    return await payments.sessions.initialize({ merchantId: "m", orderId: "1", amountCents: 1999, currency: "EUR" });
  } catch (error) {
    if (isPaymentSessionsError(error)) return error.code;
    throw error;
  }
}

export async function verify(secret: string): Promise<string> {
  const delivery = await signWebhook({ body: createEvent({ order_id: "1" }), secret });
  const event = await verifyWebhook({ ...delivery, secret });
  // Events of unknown types are delivered too, so the compiler requires this check of the type.
  if (event.event !== "transaction.status_changed") return "of no interest";
  return event.order_id + (verifyWebhookSync({ ...delivery, secret }).event ?? "");
}

// @ts-expect-error An option with another name is a mistake.
new PaymentSessions({ apiKey: "ps_test_1234567890", timeout: 5 });
