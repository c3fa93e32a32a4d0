// The store's routes: products, orders and webhooks. Sequence: buy, initialize a payment, redirect to the checkout, and mark the order as
// paid by a verified webhook.
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { isPaymentSessionsError, type PaymentSessions } from "@payment-sessions/sdk";
import type { DedupeStore } from "@payment-sessions/webhook-verifier/dedupe";
import { createActivity } from "./activity.js";
import { script, style } from "./assets.js";
import { findProduct } from "./catalogue.js";
import { buy, readProgress, redirectToCheckout } from "./checkout.js";
import type { Order, Orders } from "./orders.js";
import { messagePage, orderPage, productPage } from "./pages.js";
import { isFinal, isPaid } from "./record-payment-event.js";
import { respond } from "./respond.js";
import { streamChanges } from "./stream-changes.js";
import { orderStrip, planStrip } from "./strip.js";
import { createWebhookReceiver } from "./webhooks.js";

export interface ShopOptions {
  payments: PaymentSessions;
  merchantId: string;
  webhookSecret: string;
  orders: Orders;
  /** The store's URL for buyers, without a slash at the end. */
  publicUrl: string;
  /** The service's URL, for links to its panel and reference; without it the pages have no such links. */
  serviceUrl?: string;
  /** Stores handled deliveries. Default: in memory; after a restart a duplicate is handled again, which changes nothing. */
  dedupe?: DedupeStore;
  /** Called for deliveries that could not be handled. */
  log?: (message: string, error: unknown) => void;
}

export function createShop(options: ShopOptions): RequestListener {
  const { payments, orders, serviceUrl } = options;
  const activity = createActivity();
  const checkout = { ...options, activity };
  const receive = createWebhookReceiver({ ...options, activity });

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? "/", options.publicUrl);
    const [first, second, third, ...more] = pathname.split("/").slice(1).map(decodeSegment);
    const route = `${request.method} /${first}${third === undefined ? "" : `/*/${third}`}`;

    if (pathname === "/webhooks/payment-sessions") return receive(request, response);
    if (request.method === "GET") {
      if (pathname === "/") return respond(response, 200, productPage(planStrip(serviceUrl)));
      if (pathname === "/shop.css") return respond(response, 200, style, "text/css");
      if (pathname === "/shop.js") return respond(response, 200, script, "text/javascript");
    }
    if (more.length === 0 && route === "POST /buy") {
      const product = findProduct(second);
      if (product !== undefined) return buy(checkout, product, response);
    }
    const order = first === "orders" ? orders.find(second ?? "") : undefined;
    if (order !== undefined && route === "GET /orders") return showOrder(order, response);
    if (order !== undefined && route === "GET /orders/*/changes")
      return streamChanges(activity, order.orderId, response);
    if (order !== undefined && route === "POST /orders/*/pay") return pay(order, response);
    respond(response, 404, messagePage("Not found", "There is no page at this address."));
  }

  async function pay(order: Order, response: ServerResponse): Promise<void> {
    if (!isPaid(order.status)) return redirectToCheckout(checkout, order, response);
    // The button was on a page that was loaded before: another payment would charge the buyer twice.
    response.writeHead(303, { location: `/orders/${order.orderId}`, "cache-control": "no-store" }).end();
  }

  async function showOrder(order: Order, response: ServerResponse): Promise<void> {
    const paymentId = order.paymentIds.at(-1);
    const isDone = isFinal(order.status) || paymentId === undefined;
    const progress = isDone ? undefined : await readProgress(payments, paymentId);
    respond(response, 200, orderPage(order, progress, orderStrip(activity.list(order.orderId), serviceUrl)));
  }

  return (request, response) => {
    handle(request, response).catch((error: unknown) => {
      options.log?.("The request failed", error);
      if (response.headersSent) return response.destroy();
      const isPayment = isPaymentSessionsError(error);
      const text = isPayment ? "The payment could not be started. Please try again." : "Something went wrong.";
      respond(response, isPayment ? 502 : 500, messagePage("Sorry", text));
    });
  };
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
