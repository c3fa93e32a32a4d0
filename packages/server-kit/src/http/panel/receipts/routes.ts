// The routes of receipts: the list, and recording one.
import type { Endpoint } from "../../call.js";
import { type PanelContext, storePage } from "../visit.js";
import { openReceipts } from "./list-page.js";
import { recordReceipt } from "./record.js";

export function receiptsEndpoints(context: PanelContext): Endpoint[] {
  const { dependencies } = context;
  return [
    storePage(context, { method: "GET", path: "/receipts", work: (visit) => openReceipts(dependencies, visit) }),
    storePage(context, {
      method: "POST",
      path: "/receipts",
      permission: "payments:receive",
      work: (visit) => recordReceipt(dependencies, visit),
    }),
  ];
}
