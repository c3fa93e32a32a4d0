// The list of open alerts, newest first, each with its payment: of all stores for operators, of one store for its users.
import { alertLabel } from "../../domain/alert-label.js";
import { alertMeaning } from "../../domain/alert-mail.js";
import { maxTextLength } from "../../domain/required-text.js";
import { type AlertView, listAlerts } from "../../flows/manage-alerts.js";
import type { AlertFilter } from "../../storage/port/alert-records.js";
import type { Endpoint } from "../call.js";
import { type Html, type HtmlValue, html, outsideText } from "../html.js";
import { confirmButton, dataTable, emptyState, modeBadge, moment, pager } from "./elements.js";
import { sendPage } from "./page.js";
import type { PanelDependencies } from "./panel-dependencies.js";
import { type PanelContext, panelPage, type StoreVisit, storePage, type Visit } from "./visit.js";

const pageSize = 50;

export function alertsEndpoints(context: PanelContext): Endpoint[] {
  return [
    panelPage(context, {
      method: "GET",
      path: "/alerts",
      permission: "stores:all",
      work: (visit) => showAlerts(context, visit, {}),
    }),
    storePage(context, {
      method: "GET",
      path: "/alerts",
      work: (visit) =>
        showAlerts(context, visit, { merchantId: visit.store.merchantId, environment: visit.mode }, (alert) =>
          renderResolve(visit, alert),
        ),
    }),
  ];
}

async function showAlerts(
  { dependencies }: PanelContext,
  visit: Visit,
  filter: Omit<AlertFilter, "limit">,
  action?: (alert: AlertView) => HtmlValue,
): Promise<void> {
  const { before } = visit.call.query;
  const found = await listAlerts(dependencies, { ...filter, isOpen: true, limit: pageSize + 1, before });
  const alerts = found.slice(0, pageSize);
  const orders = await findOrders(dependencies, alerts);
  const last = found.length > pageSize ? alerts.at(-1)?.alertId : undefined;
  // One mode at a time, which the switch in the header shows; operators see both.
  const isMixed = filter.environment === undefined;
  const columns = ["Raised", "Alert", ...(isMixed ? ["Mode"] : []), "Order", "Detail"];
  sendPage(visit.call, visit.frame, {
    title: filter.merchantId === undefined ? "Open alerts" : "Alerts",
    current: filter.merchantId === undefined ? "panel/alerts" : "/alerts",
    body: html`<section class="card">${
      alerts.length === 0
        ? emptyState(
            "Nothing needs attention",
            "Duplicate, partial and late payments raise an alert here, and so do webhooks that cannot be sent.",
          )
        : dataTable(
            "Open alerts, newest first",
            [...columns, ...(action === undefined ? [] : ["Actions"])].map((label) => ({ label })),
            alerts.map((alert): HtmlValue[] => [
              moment(alert.at),
              html`<strong>${alertLabel(alert.type)}</strong>${alert.count > 1 && html` <span class="hint">${alert.count} times</span>`}`,
              ...(isMixed ? [modeBadge(alert.environment)] : []),
              html`<a class="${isShort(orders.get(alert.paymentId)) ? "nowrap" : "clamp"}" href="${visit.path(`/stores/${encodeURIComponent(alert.merchantId)}/transactions/${encodeURIComponent(alert.paymentId)}`)}">${outsideText(orders.get(alert.paymentId) ?? alert.paymentId)}</a>`,
              html`${outsideText(alert.detail)}<div class="hint">${alertMeaning(alert.type)}</div>`,
              action?.(alert),
            ]),
          )
    }${pager({
      back: before !== undefined && { href: "?", label: "Newest" },
      next: last !== undefined && { href: `?before=${encodeURIComponent(last)}`, label: "Older" },
    })}</section>`,
  });
}

/** Not broken at its hyphens in a narrow column. */
function isShort(orderId = ""): boolean {
  return orderId.length <= 20;
}

/** The order ids of the alerts' payments, by payment id. */
async function findOrders(
  { storage }: Pick<PanelDependencies, "storage">,
  alerts: readonly AlertView[],
): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(alerts.map(({ paymentId }) => paymentId))];
  const payments = await storage.read((records) => records.payments.findMany(ids));
  return new Map(payments.map(({ paymentId, orderId }) => [paymentId, orderId]));
}

/** Posts to the payment page's own form handler: there is one endpoint for marking an alert as handled. */
function renderResolve(visit: StoreVisit, { alertId, paymentId }: AlertView): Html | undefined {
  if (!visit.may("alerts:resolve")) return undefined;
  const action = visit.storePath(`/transactions/${encodeURIComponent(paymentId)}/alerts/${alertId}/resolve`);
  const id = `reason-${alertId}`;
  return confirmButton(
    "Mark as handled",
    "It leaves this list; the reason is kept in the audit log.",
    html`<form method="post" action="${action}">${visit.formGuard()}<div class="field"><label for="${id}">How it was handled</label><input id="${id}" name="reason" required maxlength="${maxTextLength}"></div><button>Mark as handled</button></form>`,
  );
}
