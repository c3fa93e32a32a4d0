// What operators have to look at, across all stores: open alerts, newest first, each with its transaction.
import { listAlerts } from "../../flows/manage-alerts.js";
import type { Endpoint } from "../call.js";
import { type HtmlValue, html, outsideText } from "../html.js";
import { dataTable, emptyState, modeBadge, moment } from "./elements.js";
import { answerPage } from "./page.js";
import { type PanelContext, panelPage } from "./visit.js";

const pageSize = 50;

export function alertsEndpoints(context: PanelContext): Endpoint[] {
  const { dependencies } = context;
  return [
    panelPage(context, {
      method: "GET",
      path: "/alerts",
      permission: "stores:all",
      async work(visit) {
        const { before } = visit.call.query;
        const found = await listAlerts(dependencies, { isOpen: true, limit: pageSize + 1, before });
        const alerts = found.slice(0, pageSize);
        const last = found.length > pageSize ? alerts.at(-1)?.alertId : undefined;
        answerPage(visit.call, visit.frame, {
          title: "Open alerts",
          current: "panel/alerts",
          body: html`<section class="card">${
            alerts.length === 0
              ? emptyState(
                  "Nothing needs attention",
                  "Alerts about money that came twice, in parts or too late appear here.",
                )
              : dataTable(
                  "Open alerts, newest first",
                  ["Raised", "Alert", "Mode", "Transaction", "Detail (amounts in minor units)"].map((label) => ({
                    label,
                  })),
                  alerts.map((alert): HtmlValue[] => [
                    moment(alert.at),
                    html`${alert.type.replaceAll("_", " ")}${alert.count > 1 && html` <span class="hint">${alert.count} times</span>`}`,
                    modeBadge(alert.environment),
                    html`<a class="clamp" href="${visit.path(`/stores/${encodeURIComponent(alert.merchantId)}/transactions/${encodeURIComponent(alert.paymentId)}`)}">${alert.paymentId}</a>`,
                    outsideText(alert.detail),
                  ]),
                )
          }${last !== undefined && html`<nav class="pager" aria-label="Pages"><span></span><a href="?before=${encodeURIComponent(last)}">Older</a></nav>`}</section>`,
        });
      },
    }),
  ];
}
