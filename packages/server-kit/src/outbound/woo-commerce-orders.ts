// Reads orders from a WooCommerce store over its REST API, wc/v3 (spec/rules.md#order-lookup). The response is untrusted
// data: bounded in time and size, no redirects, reduced to the fields of an order. HTML text becomes
// plain text here, once.
import { decodeHTMLStrict } from "entities";
import { isLoopback } from "../domain/loopback.js";
import { type PluginOrder, readPluginOrder } from "../domain/plugin-order.js";
import { fieldsOf } from "../domain/read-field.js";
import { isTimerMs, maxTimerMs } from "../domain/timer-limit.js";
import { traceHeaders } from "./call-context.js";
import type { OrderSource } from "./order-source.js";

export interface WooCommerceOrdersOptions {
  /** Address of the WooCommerce site, such as `https://shop.example.com`; https, or http on loopback. */
  storeUrl: string;
  /** A read-only key of its REST API, and its secret. */
  consumerKey: string;
  consumerSecret: string;
  /**
   * The store that this site belongs to: other stores then have no orders here. Omit it only when this deployment has one store, because any
   * store's checkout could otherwise show its orders.
   */
  merchantId?: string | undefined;
  /** For one look-up, all requests together, in milliseconds; 10 000 by default. */
  timeoutMs?: number | undefined;
}

const pageSize = 50;
/** Pages of the newest orders to search: orders of a checkout were just placed. */
const recentPages = 2;
const maxResponseBytes = 2 * 1024 * 1024;
/** The only requested fields, so that no addresses are sent. */
const wantedFields =
  "id,order_key,status,currency,total,billing.first_name,billing.last_name,billing.email,line_items,payment_method,payment_method_title,needs_payment,date_paid";

/**
 * An order source that reads WooCommerce orders.
 *
 * @example
 * createPaymentService({ orders: wooCommerceOrders({ storeUrl: "https://shop.example.com", consumerKey, consumerSecret }), … });
 * @throws Error for a storeUrl or credentials that cannot be used.
 */
export function wooCommerceOrders(options: WooCommerceOrdersOptions): OrderSource {
  const endpoint = ordersEndpoint(options.storeUrl);
  const { consumerKey, consumerSecret, merchantId: servedMerchantId, timeoutMs = 10_000 } = options;
  if (consumerKey === "" || consumerSecret === "") throw new Error("consumerKey and consumerSecret must not be empty.");
  if (!isTimerMs(timeoutMs)) {
    throw new Error(`timeoutMs must be a positive number of milliseconds, ${maxTimerMs} at most; got ${timeoutMs}.`);
  }
  const authorization = `Basic ${Buffer.from(`${consumerKey}:${consumerSecret}`).toString("base64")}`;

  async function listOrders(query: Record<string, string>, signal: AbortSignal): Promise<unknown[]> {
    const url = new URL(endpoint);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    url.searchParams.set("_fields", wantedFields);
    const response = await fetch(url, {
      headers: {
        Authorization: authorization,
        Accept: "application/json",
        ...traceHeaders(),
      },
      // A redirect could carry the key to another host.
      redirect: "manual",
      signal,
    });
    if (response.status !== 200) {
      await response.body?.cancel();
      throw new Error(`The WooCommerce REST API responded with ${response.status}.`);
    }
    const orders: unknown = JSON.parse(await readText(response, maxResponseBytes));
    if (!Array.isArray(orders)) throw new Error("The WooCommerce REST API did not respond with a list of orders.");
    return orders;
  }

  return {
    async findOrder({ merchantId, orderKey, signal: given }) {
      if (servedMerchantId !== undefined && merchantId !== servedMerchantId) return undefined;
      const deadline = AbortSignal.timeout(timeoutMs);
      const signal = given === undefined ? deadline : AbortSignal.any([deadline, given]);
      // Not every site's search covers order keys, so the newest orders are searched too.
      const found = findByKey(await listOrders({ search: orderKey, per_page: String(pageSize) }, signal), orderKey);
      if (found !== undefined) return toPluginOrder(found);
      for (let page = 1; page <= recentPages; page += 1) {
        const recent = await listOrders(
          { orderby: "date", order: "desc", per_page: String(pageSize), page: String(page) },
          signal,
        );
        const match = findByKey(recent, orderKey);
        if (match !== undefined) return toPluginOrder(match);
        if (recent.length < pageSize) return undefined;
      }
      return undefined;
    },
  };
}

function ordersEndpoint(storeUrl: string): string {
  const url = URL.canParse(storeUrl) ? new URL(storeUrl) : undefined;
  const isSafe =
    url !== undefined &&
    (/^https:\/\//.test(storeUrl) || (/^http:\/\//.test(storeUrl) && isLoopback(url.hostname))) &&
    url.username + url.password + url.search === "";
  if (!isSafe) {
    // The message must not contain the address, because of its password.
    throw new Error(
      "storeUrl must be an https address such as https://shop.example.com, without a user name, password or query.",
    );
  }
  return `${url.origin}${url.pathname.replace(/\/+$/, "")}/wp-json/wc/v3/orders`;
}

async function readText(response: Response, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > maxBytes) throw new Error(`The WooCommerce response is larger than ${maxBytes} bytes.`);
    chunks.push(chunk);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}

type Fields = Readonly<Record<string, unknown>>;

function findByKey(orders: readonly unknown[], orderKey: string): Fields | undefined {
  return orders.map(fieldsOf).find((order) => order.order_key === orderKey);
}

/** Converts a wc/v3 order. Amounts stay decimal text. @throws Error when the order is invalid. */
function toPluginOrder(order: Fields): PluginOrder {
  const billing = fieldsOf(order.billing);
  const read = readPluginOrder({
    id: order.id,
    orderKey: order.order_key,
    status: order.status,
    currency: order.currency,
    total: order.total,
    customer: {
      email: billing.email,
      fullName: [billing.first_name, billing.last_name]
        .filter((part) => typeof part === "string" && part !== "")
        .map(plainText)
        .join(" "),
    },
    lineItems: Array.isArray(order.line_items)
      ? order.line_items
          .map(fieldsOf)
          .map(({ id, name, quantity, total }) => ({ id, name: plainText(name), quantity, total }))
      : undefined,
    payment: {
      method: order.payment_method,
      methodTitle: plainText(order.payment_method_title),
      needsPayment: needsPayment(order),
    },
  });
  if ("order" in read) return read.order;
  throw new Error(
    `The WooCommerce order cannot be used: ${read.violations.map(({ path, message }) => `${path} ${message}`).join("; ")}`,
  );
}

/** Decodes "Fish &amp; Chips"; a literal entity is written by WooCommerce as `&amp;amp;` and stays correct. */
function plainText(value: unknown): unknown {
  return typeof value === "string" ? decodeHTMLStrict(value) : value;
}

/** WooCommerce before 6 does not report it: there, derived from an unpaid status. */
function needsPayment(order: Fields): unknown {
  if (order.needs_payment !== undefined) return order.needs_payment;
  const isFree = typeof order.total === "string" && /^0*(\.0*)?$/.test(order.total);
  return ["pending", "failed", "checkout-draft"].includes(String(order.status)) && !isFree && !order.date_paid;
}
