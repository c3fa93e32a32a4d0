// The overview of a store: the money paid, how many payments ended, and whether webhooks arrive.
import { readOverview } from "../../../flows/read-overview.js";
import type { Endpoint } from "../../call.js";
import { html } from "../../html.js";
import { sendPage } from "../page.js";
import { type PanelContext, type StoreVisit, storePage } from "../visit.js";
import { renderMoney, renderVolume } from "./money.js";
import { readRange } from "./range.js";
import { renderRange } from "./range-form.js";
import { renderAttention, renderDays, renderDeliveries, renderMethods, renderReadiness } from "./sections.js";

export function overviewEndpoints(context: PanelContext): Endpoint[] {
  return [storePage(context, { method: "GET", path: "/overview", work: (visit) => showOverview(context, visit) })];
}

async function showOverview({ dependencies }: PanelContext, visit: StoreVisit): Promise<void> {
  const { mode, store, call } = visit;
  const range = readRange(call.query, dependencies.clock.now());
  const { from, days } = range;
  const overview = await readOverview(dependencies, { merchantId: store.merchantId, environment: mode, from, days });
  sendPage(call, visit.frame, {
    title: "Overview",
    current: "/overview",
    body: html`${renderReadiness(visit)}
${renderAttention(visit, overview)}
${renderRange(visit.storePath("/overview"), range)}
${renderMoney(overview)}
${renderVolume(overview)}
${renderDays(overview, mode)}
<div class="two">${renderMethods(overview)}${renderDeliveries(overview)}</div>`,
  });
}
