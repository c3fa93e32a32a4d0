// GET /orders/{order_key}: an order of a plugin's store, for its checkout page (spec/rules.md#order-lookup). No API key: order key and
// shopId together are the capability, so guesses are counted and a wrong key is indistinguishable from another store's.
import { currencySymbol } from "../../domain/currency.js";
import { requireApprovedStore } from "../../domain/eligibility.js";
import { orderKeyPattern, type PluginOrder, readPluginOrder } from "../../domain/plugin-order.js";
import { Refusal } from "../../domain/refusal.js";
import type { Store } from "../../domain/store.js";
import type { OrderSource } from "../../outbound/order-source.js";
import { type Call, type Endpoint, endpoint, type Step, sendJson } from "../call.js";
import { checkParameters } from "../check-schema.js";
import { contract } from "../generated/contract.js";
import type { Links } from "../links.js";
import type { FailureLimit } from "../rate-limits.js";
import type { MerchantApiDependencies } from "./merchant-api.js";

const operation = contract.getOrder;

export interface OrderDependencies extends Pick<MerchantApiDependencies, "storage" | "clock" | "limit"> {
  links: Links;
  orders: OrderSource;
  /** Limits unknown order keys and stores by address. */
  orderMisses: FailureLimit;
}

export function orderEndpoint(dependencies: OrderDependencies): Endpoint {
  return endpoint(operation, [
    dependencies.limit(operation),
    requireOrderKeyForm,
    requireShopId,
    requireFewMisses(dependencies),
    readOrder(dependencies),
  ]);
}

const requireOrderKeyForm: Step = ({ params }) => {
  if (orderKeyPattern.test(params.order_key ?? "")) return;
  const message = "must be wc_order_ followed by 10 to 64 letters or digits";
  throw new Refusal("INVALID_ORDER_KEY", { details: { path: "order_key", rule: "pattern", message } });
};

/** On this route `details` is one object, the first violated rule. */
const requireShopId: Step = (call) => {
  try {
    checkParameters(operation)(call);
  } catch (error) {
    if (!(error instanceof Refusal) || !Array.isArray(error.details)) throw error;
    throw new Refusal("VALIDATION_ERROR", { message: error.message, details: { ...error.details[0] } });
  }
};

function requireFewMisses({ orderMisses }: OrderDependencies): Step {
  return (call) => orderMisses.require(call.address);
}

function readOrder(dependencies: OrderDependencies): Step {
  const { storage, clock, orders } = dependencies;
  return async (call) => {
    const orderKey = call.params.order_key ?? "";
    const shopId = call.query.shopId ?? "";
    const store = await storage.read((records) => records.stores.find(shopId));
    if (store === undefined) return refuseMiss(dependencies, call, "STORE_NOT_FOUND");
    requireOpenStore(store);
    const found = await orders.findOrder({ merchantId: store.merchantId, orderKey });
    if (found === undefined || found.orderKey !== orderKey) return refuseMiss(dependencies, call, "ORDER_NOT_FOUND");
    const read = readPluginOrder(found);
    if ("violations" in read) {
      throw new Error(
        `The order source returned an order with invalid fields: ${read.violations.map(({ path }) => path).join(", ")}`,
      );
    }
    sendJson(call, 200, {
      success: true,
      metadata: {
        fetchedAt: new Date(clock.now()).toISOString(),
        orderKey,
        requestId: call.requestId,
        shopId: store.merchantId,
      },
      order: toResponse(dependencies, read.order, store),
    });
  };
}

/** The buyer must not learn which part of the store's approval is missing. */
function requireOpenStore(store: Store): void {
  try {
    requireApprovedStore(store);
  } catch (cause) {
    throw new Refusal("STORE_NOT_APPROVED", { cause });
  }
}

async function refuseMiss(
  { orderMisses }: OrderDependencies,
  { address }: Call,
  code: "STORE_NOT_FOUND" | "ORDER_NOT_FOUND",
): Promise<never> {
  await orderMisses.count(address);
  throw new Refusal(code);
}

/** Only what the checkout shows. Decimal text becomes a JSON number last: nothing is calculated with it. */
function toResponse({ links }: OrderDependencies, order: PluginOrder, store: Store): object {
  return {
    id: order.id,
    orderKey: order.orderKey,
    status: order.status,
    currency: order.currency,
    currencySymbol: currencySymbol(order.currency),
    total: Number(order.total),
    customer: { email: order.customer.email, fullName: order.customer.fullName },
    lineItems: order.lineItems.map(({ id, name, quantity, total }) => ({ id, name, quantity, total: Number(total) })),
    payment: order.payment,
    shop: {
      id: store.merchantId,
      name: store.name,
      logo: store.logoFile === undefined ? store.logo : links.storeLogo(store.merchantId, store.logoFile),
      url: store.url,
    },
  };
}
