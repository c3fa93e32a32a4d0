// The routes of one payment: its two pages and the decisions about it.
import type { Endpoint } from "../../call.js";
import { type PanelContext, type StoreVisit, storePage } from "../visit.js";
import {
  cancel,
  markHandled,
  receive,
  resend,
  resolve,
  showTechnicalPage,
  showTimelinePage,
} from "./detail-handlers.js";

export function transactionEndpoints(context: PanelContext): Endpoint[] {
  const { dependencies } = context;
  const page = (below: string, work: (visit: StoreVisit) => Promise<void>) =>
    storePage(context, { method: "GET", path: `/transactions/:paymentId${below}`, work });
  const action = (
    below: string,
    permission: NonNullable<Parameters<typeof storePage>[1]["permission"]>,
    work: (visit: StoreVisit) => Promise<void>,
  ) => storePage(context, { method: "POST", path: `/transactions/:paymentId${below}`, permission, work });
  return [
    page("", (visit) => showTimelinePage(dependencies, visit)),
    page("/technical", (visit) => showTechnicalPage(dependencies, visit)),
    action("/cancel", "payments:cancel", (visit) => cancel(dependencies, visit)),
    action("/resolve", "payments:resolve", (visit) => resolve(dependencies, visit)),
    action("/receive", "payments:receive", (visit) => receive(dependencies, visit)),
    action("/alerts/:alertId/resolve", "alerts:resolve", (visit) => markHandled(dependencies, visit)),
    action("/deliveries/:deliveryId/redeliver", "webhooks:write", (visit) => resend(dependencies, visit)),
  ];
}
