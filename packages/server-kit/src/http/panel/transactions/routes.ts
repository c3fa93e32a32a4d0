// The routes of the list of payments and of its export.
import type { Endpoint } from "../../call.js";
import { seeOther } from "../../page-headers.js";
import { type PanelContext, storePage } from "../visit.js";
import { sendPayments } from "./export.js";
import { showTransactions } from "./list-page.js";
import { listPath } from "./way-back.js";

export function transactionsEndpoints(context: PanelContext): Endpoint[] {
  const { dependencies } = context;
  return [
    storePage(context, {
      method: "GET",
      path: "/transactions",
      work: (visit) => showTransactions(dependencies, visit),
    }),
    storePage(context, {
      method: "GET",
      path: "/transactions/export",
      work: (visit) => seeOther(visit.call.ctx, listPath(visit)),
    }),
    storePage(context, {
      method: "POST",
      path: "/transactions/export",
      work: (visit) => sendPayments(dependencies, visit),
    }),
  ];
}
