// The port to a store's orders (spec/rules.md#order-lookup): the built-in source stores pushed orders, another one reads WooCommerce.
import type { PluginOrder } from "../domain/plugin-order.js";

/** The adapter of an order system; the option `orders` of createPaymentService. */
export interface OrderSource {
  /**
   * The order of the store with the key; undefined when there is none. Throw when the store's system cannot be reached: the caller then gets
   * status 500 without a reason. The result is validated before it is used. The signal is aborted when the service stops waiting,
   * after 15 seconds.
   */
  findOrder(wanted: {
    merchantId: string;
    orderKey: string;
    signal?: AbortSignal | undefined;
  }): Promise<PluginOrder | undefined>;
}
