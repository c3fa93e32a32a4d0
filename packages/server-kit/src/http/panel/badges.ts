// The number of items that need attention, shown beside the navigation entries.
import type { Environment } from "../../domain/environment.js";
import type { Storage } from "../../storage/port.js";
import { type HtmlValue, html } from "../html.js";

/** Counting stops here: the navigation only needs to show that there are items, and roughly how many. */
const countedAtMost = 100;

/** Open alerts, unmatched statement entries and reported transfers of one store, by the path of their navigation entry. */
export async function countBadges(
  { storage }: { storage: Storage },
  merchantId: string,
  environment: Environment,
): Promise<Record<string, number>> {
  return storage.read(async (records) => ({
    "/alerts": await records.alerts.countOpenOfStore({ merchantId, environment, limit: countedAtMost }),
    "/statements": (await records.statements.listEntries({ merchantId, states: ["unmatched"], limit: countedAtMost }))
      .length,
    "/receipts": (await records.receipts.listClaimed({ merchantId, environment, limit: countedAtMost })).length,
  }));
}

export function renderCount(count: number | undefined): HtmlValue {
  if (count === undefined || count === 0) return undefined;
  const text = count >= countedAtMost ? `${countedAtMost - 1}+` : String(count);
  return html` <span class="count">${text}<span class="sr"> open</span></span>`;
}
