// Reads orders from a WooCommerce shop over its REST API, wc/v3 (spec/rules.md#order-lookup). The shop's answer is foreign
// data: bounded in time and size, never followed elsewhere, and reduced to the fields of an order. Its text for people is HTML and becomes
// plain text here, once.
import { decodeHTMLStrict } from "entities";
import { type PluginOrder, readPluginOrder } from "../domain/plugin-order.js";
import { traceHeaders } from "./call-context.js";
import type { OrderSource } from "./order-source.js";

export interface WooCommerceOrdersOptions {
  /** Address of the shop, such as `https://shop.example.com`; https, or http on loopback. */
  storeUrl: string;
  /** A read-only key of the shop's REST API, and its secret. */
  consumerKey: string;
  consumerSecret: string;
  /**
   * The store whose shop this is: other stores then have no orders here. Leave it out only when this deployment has one store, since any
   * store's checkout could otherwise show this shop's orders.
   */
  merchantId?: string | undefined;
  /** For one look-up, all requests together, in milliseconds; 10 000 by default. */
  timeoutMs?: number | undefined;
}

const pageSize = 50;
/** Orders that a checkout asks for were placed a moment ago. */
const recentPages = 2;
const maxAnswerBytes = 2 * 1024 * 1024;
/** The shop leaves everything else, addresses above all, at home. */
const wantedFields =
  "id,order_key,status,currency,total,billing.first_name,billing.last_name,billing.email,line_items,payment_method,payment_method_title,needs_payment,date_paid";

/**
 * An order source that asks a WooCommerce shop.
 *
 * @example
 * createPaymentService({ orders: wooCommerceOrders({ storeUrl: "https://shop.example.com", consumerKey, consumerSecret }), … });
 * @throws Error for a storeUrl or credentials that cannot be used.
 */
export function wooCommerceOrders(options: WooCommerceOrdersOptions): OrderSource {
  const endpoint = ordersEndpoint(options.storeUrl);
  const { consumerKey, consumerSecret, merchantId: servedMerchantId, timeoutMs = 10_000 } = options;
  if (consumerKey === "" || consumerSecret === "") throw new Error("consumerKey and consumerSecret must not be empty.");
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
      // A redirect could carry the shop's key to another host.
      redirect: "manual",
      signal,
    });
    if (response.status !== 200) {
      await response.body?.cancel();
      throw new Error(`The shop's REST API answered ${response.status}.`);
    }
    const answer: unknown = JSON.parse(await readText(response, maxAnswerBytes));
    if (!Array.isArray(answer)) throw new Error("The shop's REST API did not answer with a list of orders.");
    return answer;
  }

  return {
    async findOrder({ merchantId, orderKey, signal: given }) {
      if (servedMerchantId !== undefined && merchantId !== servedMerchantId) return undefined;
      const deadline = AbortSignal.timeout(timeoutMs);
      const signal = given === undefined ? deadline : AbortSignal.any([deadline, given]);
      // Shops differ in whether their search covers order keys, so that the newest orders are looked through as well.
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
  const isSafe =
    /^https:\/\//.test(storeUrl) || /^http:\/\/(127(\.\d{1,3}){3}|localhost|\[::1\])([:/]|$)/.test(storeUrl);
  if (!isSafe || !URL.canParse(storeUrl)) {
    throw new Error(
      `storeUrl must be an https address such as https://shop.example.com; got ${JSON.stringify(storeUrl)}.`,
    );
  }
  const { origin, pathname, username, search } = new URL(storeUrl);
  if (username !== "" || search !== "") throw new Error("storeUrl must have no user information and no query.");
  return `${origin}${pathname.replace(/\/+$/, "")}/wp-json/wc/v3/orders`;
}

async function readText(response: Response, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > maxBytes) throw new Error(`The shop's answer is larger than ${maxBytes} bytes.`);
    chunks.push(chunk);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}

type Fields = Readonly<Record<string, unknown>>;

function findByKey(orders: readonly unknown[], orderKey: string): Fields | undefined {
  return orders.map(fieldsOf).find((order) => order.order_key === orderKey);
}

/** wc/v3 words to ours. Amounts stay the decimal text that they are. @throws Error when the shop's order breaks a rule. */
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
    `The shop's order cannot be used: ${read.faults.map(({ path, message }) => `${path} ${message}`).join("; ")}`,
  );
}

/** "Fish &amp; Chips" as people read it; a name that means an entity is written by the shop as `&amp;amp;` and stays right. */
function plainText(value: unknown): unknown {
  return typeof value === "string" ? decodeHTMLStrict(value) : value;
}

/** Shops before WooCommerce 6 do not say it: there, an unpaid order that may still be paid. */
function needsPayment(order: Fields): unknown {
  if (order.needs_payment !== undefined) return order.needs_payment;
  const isFree = typeof order.total === "string" && /^0*(\.0*)?$/.test(order.total);
  return ["pending", "failed", "checkout-draft"].includes(String(order.status)) && !isFree && !order.date_paid;
}

function fieldsOf(value: unknown): Fields {
  // Sound: only named fields are read from it, each as unknown.
  return typeof value === "object" && value !== null ? (value as Fields) : {};
}
