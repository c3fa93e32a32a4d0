// Calls for payment sessions. spec/rules.md#initialize.
import type { BankDetails, InitializeParams, PaymentSession, PaymentStatus, WebhookHistory } from "../api-types.js";
import type { CallOptions } from "../call-options.js";
import { type Configuration, refuseUnknownNames } from "../configuration.js";
import { checkIdentifier, checkText } from "../identifiers.js";
import { expectObject, type Perform } from "../operation.js";
import type { PaymentCall } from "../payment-call.js";
import { Unacceptable } from "../read-response.js";
import { describeInitialization } from "./initialization.js";
import { type WaitOptions, Watching, type WatchOptions } from "./watching.js";

export class Sessions {
  readonly #perform: Perform;

  readonly #watching: Watching;

  constructor(perform: Perform, { time, random, timeoutMs }: Configuration) {
    this.#perform = perform;
    const readStatus = (paymentId: string, options: CallOptions) => this.status(paymentId, options).safe();
    this.#watching = new Watching({ readStatus, time, random, timeoutMs });
  }

  /**
   * Creates a payment session, or returns the pending one of the same order, amount and currency. Redirect the buyer to `handoffUrl`.
   * Every attempt has the same idempotency key, so a retry cannot create a second payment.
   * @throws {PaymentSessionsError} `outcome` shows whether the service may have created it; then retry with `error.idempotencyKey`
   * @example
   * const session = await payments.sessions.initialize({ merchantId, orderId: "1001", amountCents: 1999, currency: "EUR" });
   * response.redirect(303, session.handoffUrl);
   */
  initialize(params: InitializeParams, options?: CallOptions): PaymentCall<PaymentSession> {
    return this.#perform(describeInitialization(params), options);
  }

  /**
   * The buyer's progress, for display. The signed webhook decides about the order.
   * @example const { status } = await payments.sessions.status(paymentId);
   */
  status(paymentId: string, options?: CallOptions): PaymentCall<PaymentStatus> {
    return this.#perform(
      {
        name: "sessions.status",
        path: "/payments/{paymentId}/status",
        params: { path: { paymentId } },
        refuse: () => checkIdentifier("paymentId", paymentId),
        check: checkStatus,
      },
      options,
    );
  }

  /**
   * Instructions for a manual transfer. Call it only when the buyer needs them.
   * @example const { bankDetails } = await payments.sessions.bankDetails(paymentId, { orderId });
   */
  bankDetails(paymentId: string, query: { orderId: string }, options?: CallOptions): PaymentCall<BankDetails> {
    return this.#perform(
      {
        name: "sessions.bankDetails",
        path: "/payments/{paymentId}/bank-details",
        params: { path: { paymentId }, query: { orderId: query?.orderId } },
        refuse: () => {
          checkIdentifier("paymentId", paymentId);
          checkText("orderId", query?.orderId);
        },
        check: expectObject<BankDetails>,
      },
      options,
    );
  }

  /**
   * Webhook deliveries of a payment, newest first. Pass `nextCursor` as `cursor` for the next page; `limit` is 1 to 100.
   * @example const { deliveries } = await payments.sessions.webhookHistory(paymentId, { limit: 10 });
   */
  webhookHistory(
    paymentId: string,
    query: { limit?: number | undefined; cursor?: string | undefined } = {},
    options?: CallOptions,
  ): PaymentCall<WebhookHistory> {
    return this.#perform(
      {
        name: "sessions.webhookHistory",
        path: "/transactions/{transaction_id}/webhook/history",
        params: { path: { transaction_id: paymentId }, query: { limit: query?.limit, cursor: query?.cursor } },
        refuse: () => {
          checkIdentifier("paymentId", paymentId);
          refuseUnknownNames("webhookHistory", query, ["limit", "cursor"]);
        },
        check: (data) => checkHistory(data, query?.cursor),
      },
      options,
    );
  }

  /**
   * Every webhook delivery of a payment, newest first, page after page.
   * @example for await (const delivery of payments.sessions.webhookDeliveries(paymentId)) console.log(delivery);
   */
  async *webhookDeliveries(
    paymentId: string,
    query: { limit?: number | undefined } = {},
    options?: CallOptions,
  ): AsyncGenerator<WebhookHistory["deliveries"][number], void, undefined> {
    refuseUnknownNames("webhookDeliveries", query, ["limit"]);
    let cursor: string | undefined;
    do {
      const page: WebhookHistory = await this.webhookHistory(paymentId, { limit: query.limit, cursor }, options);
      yield* page.deliveries;
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
  }

  /**
   * Polls until the buyer's progress ends, for display. Continues after rate limits, outages and unknown statuses, up to the deadline.
   * @throws {WaitDeadlineError} with `lastStatus` @throws {ServiceError} on a 4xx
   * @example const { status } = await payments.sessions.waitForCompletion(paymentId, { deadlineMs: 120_000 });
   */
  waitForCompletion(paymentId: string, options?: WaitOptions): Promise<PaymentStatus> {
    return this.#watching.waitForCompletion(paymentId, options);
  }

  /**
   * The first status and each change, as an async iterator; ends like `waitForCompletion`.
   * @example for await (const { status } of payments.sessions.watch(paymentId)) send(status);
   */
  watch(paymentId: string, options?: WatchOptions): AsyncGenerator<PaymentStatus, void, undefined> {
    return this.#watching.watch(paymentId, options);
  }

  /** Makes all waits for this payment poll immediately: call it when a webhook arrives. */
  wake(paymentId: string): void {
    this.#watching.wake(paymentId);
  }
}

/** A page that names itself as the next one would be read without an end. */
function checkHistory(data: unknown, cursor: string | undefined): WebhookHistory | Unacceptable {
  const response = expectObject<WebhookHistory>(data);
  if (response instanceof Unacceptable) return response;
  const isPage = Array.isArray(response.deliveries) && (cursor === undefined || response.nextCursor !== cursor);
  return isPage ? response : new Unacceptable("RESPONSE_UNEXPECTED", "the response is not a page of deliveries");
}

function checkStatus(data: unknown): PaymentStatus | Unacceptable {
  const response = expectObject<PaymentStatus>(data);
  if (response instanceof Unacceptable) return response;
  return typeof response.status === "string"
    ? response
    : new Unacceptable("RESPONSE_UNEXPECTED", "the response has no status");
}
