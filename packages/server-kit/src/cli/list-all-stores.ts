// Reads every store of a database, page by page.
import type { StoreView } from "../flows/stores/change-store.js";
import type { PaymentService } from "../payment-service.js";

const pageSize = 500;

export async function listAllStores(service: PaymentService): Promise<StoreView[]> {
  const all: StoreView[] = [];
  for (;;) {
    const page = await service.stores.list({ limit: pageSize, after: all.at(-1)?.merchantId });
    all.push(...page);
    if (page.length < pageSize) return all;
  }
}
