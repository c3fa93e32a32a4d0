// The built-in order source: plugins push orders and the checkout finds them by key
// (spec/rules.md#order-lookup).
import type { Clock } from "../domain/clock.js";
import type { JsonObject } from "../domain/json.js";
import { type PluginOrder, readPluginOrder } from "../domain/plugin-order.js";
import { Refusal, requireNoViolations } from "../domain/refusal.js";
import { currentContext } from "../outbound/call-context.js";
import type { OrderSource } from "../outbound/order-source.js";
import type { Storage } from "../storage/port.js";
import { appendAudit } from "./append-audit.js";
import { changeDigests } from "./change-digests.js";

/**
 * Inserts the order, or replaces the one with its key. Audited only when done by a command: a plugin pushes every order of its
 * store, which would flood the audit log. @throws Refusal VALIDATION_ERROR, STORE_NOT_FOUND.
 */
export async function upsertOrder(
  { storage, clock }: { storage: Storage; clock: Clock },
  merchantId: string,
  order: PluginOrder,
  actor = "host",
): Promise<void> {
  const read = readPluginOrder(order);
  if ("violations" in read) return requireNoViolations(read.violations);
  await storage.write(async (records) => {
    if ((await records.stores.find(merchantId)) === undefined) throw new Refusal("STORE_NOT_FOUND");
    // An order contains only strings, numbers and booleans.
    const content = read.order as unknown as JsonObject;
    const isCommand = currentContext()?.actorKind === "command";
    const before = isCommand ? await records.orders.find(merchantId, read.order.orderKey) : undefined;
    await records.orders.put(merchantId, read.order.orderKey, content, clock.now());
    if (isCommand) {
      const { orderKey } = read.order;
      const detail = changeDigests(`${merchantId} ${orderKey}`, { before, after: content });
      await appendAudit({ clock }, records, { actor, action: "order.kept", merchantId, subject: orderKey, detail });
    }
  });
}

/** The orders of a store in key order, starting after the key `after`. @throws Refusal STORE_NOT_FOUND. */
export function listOrders(
  { storage }: { storage: Storage },
  merchantId: string,
  { after, limit = 50 }: { after?: string | undefined; limit?: number | undefined } = {},
): Promise<PluginOrder[]> {
  const page = { after, limit: Math.min(Math.max(1, limit), 1000) };
  return storage.read(async (records) => {
    if ((await records.stores.find(merchantId)) === undefined) throw new Refusal("STORE_NOT_FOUND");
    // `upsertOrder` wrote them.
    return (await records.orders.list(merchantId, page)) as unknown as PluginOrder[];
  });
}

/** The order source that reads the stored orders. */
export function keptOrders({ storage }: { storage: Storage }): OrderSource {
  return {
    async findOrder({ merchantId, orderKey }) {
      const content = await storage.read((records) => records.orders.find(merchantId, orderKey));
      // `upsertOrder` wrote it.
      return content as PluginOrder | undefined;
    },
  };
}
