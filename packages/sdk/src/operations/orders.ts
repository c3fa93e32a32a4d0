// Reads an order of a plugin store. spec/rules.md#order-lookup.
import type { Order } from "../api-types.js";
import type { CallOptions } from "../call-options.js";
import { checkIdentifier, checkText } from "../identifiers.js";
import { expectObject, type Perform } from "../operation.js";
import type { PaymentCall } from "../payment-call.js";

export class Orders {
  readonly #perform: Perform;

  constructor(perform: Perform) {
    this.#perform = perform;
  }

  /**
   * The order of a plugin's order key. Order key and shop id together give access, so the API key is not sent.
   * @example const { order } = await payments.orders.get("wc_order_a1B2c3D4e5", { shopId });
   */
  get(orderKey: string, query: { shopId: string }, options?: CallOptions): PaymentCall<Order> {
    return this.#perform(
      {
        name: "orders.get",
        path: "/orders/{order_key}",
        params: { path: { order_key: orderKey }, query: { shopId: query?.shopId } },
        isPublic: true,
        // Anyone with the order key and the shop id can read the order.
        secrets: { credentials: typeof orderKey === "string" ? [orderKey] : [] },
        refuse: () => {
          checkIdentifier("orderKey", orderKey);
          checkText("shopId", query?.shopId);
        },
        check: expectObject<Order>,
      },
      options,
    );
  }
}
