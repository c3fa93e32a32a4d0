// The port to a shop's orders: the built-in one keeps orders that were pushed to it, another reads a WooCommerce shop.
import type { PluginOrder } from "../domain/plugin-order.js";

export interface OrderSource {
  /**
   * The order of that store with that key; undefined when the store has none. Throw when the shop cannot be asked: the caller gets a
   * 500 and no reason. What is returned is checked again before anybody sees it. The signal is aborted when the service stops waiting,
   * after 15 seconds.
   */
  findOrder(wanted: {
    merchantId: string;
    orderKey: string;
    signal?: AbortSignal | undefined;
  }): Promise<PluginOrder | undefined>;
}
