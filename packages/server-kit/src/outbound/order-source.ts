// The port to a store's orders: the built-in source keeps pushed orders, another one reads them from WooCommerce.
import type { PluginOrder } from "../domain/plugin-order.js";

export interface OrderSource {
  /**
   * The order of that store with that key; undefined when the store has none. Throw when the store's system cannot be reached: the caller gets a
   * 500 without a reason. The result is validated before it is used. The signal is aborted when the service stops waiting,
   * after 15 seconds.
   */
  findOrder(wanted: {
    merchantId: string;
    orderKey: string;
    signal?: AbortSignal | undefined;
  }): Promise<PluginOrder | undefined>;
}
