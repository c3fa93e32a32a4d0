// The shop itself: buy -> open a payment session -> send the buyer to the checkout -> learn from a verified webhook that the order is paid.
import { AsyncLocalStorage } from "node:async_hooks";
import { randomBytes } from "node:crypto";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { isPaymentSessionsError, type PaymentSessions } from "@payment-sessions/sdk";
import { type DedupeStore, memoryDedupeStore } from "@payment-sessions/webhook-verifier/dedupe";
import { receiveWebhooks } from "@payment-sessions/webhook-verifier/http";
import { createActivity } from "./activity.js";
import { script, style } from "./assets.js";
import { findProduct, type Product } from "./catalogue.js";
import { streamChanges } from "./live.js";
import type { Order, Orders } from "./orders.js";
import { messagePage, orderPage, productPage } from "./pages.js";
import { isFinal, recordPaymentNews } from "./record-payment-news.js";
import { reportCall, reportWebhook } from "./report.js";
import { orderStrip, planStrip } from "./strip.js";

export interface ShopOptions {
  payments: PaymentSessions;
  merchantId: string;
  webhookSecret: string;
  orders: Orders;
  /** Where buyers reach the shop, without a slash at the end. */
  publicUrl: string;
  /** Where people find the service's panel and reference; left out, the pages do not link to them. */
  serviceUrl?: string;
  /** Stores handled deliveries; in memory when left out: after a restart a repeat is handled again, which changes nothing. */
  dedupe?: DedupeStore;
  /** Called for deliveries that could not be handled. */
  log?: (message: string, error: unknown) => void;
}

/** For the strip only: the receiver has checked it before `onEvent` is called. */
const signatureInWork = new AsyncLocalStorage<string>();

export function createShop(options: ShopOptions): RequestListener {
  const { orders, serviceUrl } = options;
  const activity = createActivity();
  const receive = receiveWebhooks({
    secret: options.webhookSecret,
    dedupe: options.dedupe ?? memoryDedupeStore(),
    onEvent(event) {
      // Events of other kinds may be added: they are acknowledged and change nothing here.
      if (event.event !== "transaction.status_changed") return;
      const before = orders.find(event.order_id)?.status;
      recordPaymentNews(orders, event);
      const after = orders.find(event.order_id)?.status;
      reportWebhook(activity, event, { before, after, signature: signatureInWork.getStore() });
    },
    ...(options.log && { log: options.log }),
  });

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? "/", options.publicUrl);
    const [first, second, third, ...more] = pathname.split("/").slice(1).map(decodeStep);
    const route = `${request.method} /${first}${third === undefined ? "" : `/*/${third}`}`;

    if (pathname === "/webhooks/payment-sessions")
      return signatureInWork.run(String(request.headers["x-service-signature"]), () => receive(request, response));
    if (request.method === "GET") {
      if (pathname === "/") return answer(response, 200, productPage(planStrip(serviceUrl)));
      if (pathname === "/shop.css") return answer(response, 200, style, "text/css");
      if (pathname === "/shop.js") return answer(response, 200, script, "text/javascript");
    }
    if (more.length === 0 && route === "POST /buy") {
      const product = findProduct(second);
      if (product !== undefined) return buy(product, response);
    }
    const order = first === "orders" ? orders.find(second ?? "") : undefined;
    if (order !== undefined && route === "GET /orders") return showOrder(order, response);
    if (order !== undefined && route === "GET /orders/*/changes")
      return streamChanges(activity, order.orderId, response);
    if (order !== undefined && route === "POST /orders/*/pay") return sendToCheckout(order, response);
    answer(response, 404, messagePage("Not found", "There is nothing at this address."));
  }

  async function buy({ name, amountCents, currency }: Product, response: ServerResponse): Promise<void> {
    const order: Order = {
      // Whoever knows it sees the order page; short enough for a bank statement.
      orderId: `T${randomBytes(8).toString("hex")}`,
      product: name,
      amountCents,
      currency,
      paymentIds: [],
      status: "new",
      statusAt: "",
    };
    orders.put(order);
    await sendToCheckout(order, response);
  }

  async function sendToCheckout(order: Order, response: ServerResponse): Promise<void> {
    const { orderId, amountCents, currency, product } = order;
    const request = {
      merchantId: options.merchantId,
      orderId,
      amountCents,
      currency,
      returnUrl: `${options.publicUrl}/orders/${orderId}`,
      metadata: { product },
    };
    const call = await options.payments.sessions.initialize(request).withResponse();
    const session = call.data;
    reportCall(activity, request, call);
    // Read again: a webhook may have changed the order meanwhile. Stored before the buyer leaves.
    const now = orders.find(orderId) ?? order;
    if (!now.paymentIds.includes(session.paymentId)) {
      orders.put({ ...now, paymentIds: [...now.paymentIds, session.paymentId] });
    }
    response.writeHead(303, { location: session.handoffUrl, "cache-control": "no-store" }).end();
  }

  async function showOrder(order: Order, response: ServerResponse): Promise<void> {
    const paymentId = order.paymentIds.at(-1);
    const progress =
      isFinal(order.status) || paymentId === undefined ? undefined : await readProgress(options.payments, paymentId);
    answer(response, 200, orderPage(order, progress, orderStrip(activity.list(order.orderId), serviceUrl)));
  }

  return (request, response) => {
    handle(request, response).catch((error: unknown) => {
      options.log?.("The request could not be answered", error);
      if (response.headersSent) return response.destroy();
      const isPayment = isPaymentSessionsError(error);
      const text = isPayment ? "The payment could not be started. Please try again." : "Something went wrong.";
      answer(response, isPayment ? 502 : 500, messagePage("Sorry", text));
    });
  };
}

/** For display only, and never worth an error page. */
async function readProgress(payments: PaymentSessions, paymentId: string): Promise<string | undefined> {
  try {
    const { status } = await payments.sessions.status(paymentId, { timeoutMs: 2000, maxRetries: 0 });
    return status;
  } catch {
    return undefined;
  }
}

function answer(response: ServerResponse, status: number, text: string, type = "text/html"): void {
  response.writeHead(status, {
    "content-type": `${type}; charset=utf-8`,
    "content-security-policy":
      "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
  });
  response.end(text);
}

function decodeStep(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    return step;
  }
}
