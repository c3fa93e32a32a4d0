// How is the store doing? Sessions by day, conversion by method, and whether webhooks arrive.
import { environments } from "../../domain/environment.js";
import { latestMode, type Overview, readOverview } from "../../flows/read-overview.js";
import type { Endpoint } from "../call.js";
import { type Html, type HtmlValue, html, outsideText } from "../html.js";
import { dividedBar, legend, type Series, shareBar, stackedBars } from "./charts.js";
import { dataTable, emptyState, modeBadge, moment } from "./elements.js";
import { methodLabels } from "./method-label.js";
import { answerPage } from "./page.js";
import { attentionMarks, attentionPath, transactionPath } from "./transactions-page.js";
import { type PanelContext, type StoreVisit, storePage } from "./visit.js";

const shownDays = 30;

const outcomes: Series[] = [
  { label: "Paid", fill: 2 },
  { label: "Open", fill: 1 },
  { label: "Ended without payment", fill: 4 },
];
const deliveryOutcomes: Series[] = [
  { label: "Delivered", fill: 2 },
  { label: "On their way", fill: 1 },
  { label: "Failed", fill: 3 },
];

export function overviewEndpoints(context: PanelContext): Endpoint[] {
  const { dependencies } = context;
  return [
    storePage(context, {
      method: "GET",
      path: "/overview",
      async work(visit) {
        const { merchantId } = visit.store;
        const mode =
          environments.find((word) => word === visit.call.query.mode) ?? (await latestMode(dependencies, merchantId));
        const overview = await readOverview(dependencies, { merchantId, environment: mode, days: shownDays });
        answerPage(visit.call, visit.frame, {
          title: "Overview",
          current: "/overview",
          body: html`<nav class="tabs" aria-label="Mode">${environments
            .toReversed()
            .map(
              (word) =>
                html`<a href="?mode=${word}"${word === mode && html` aria-current="page"`}>${word === "live" ? "Live" : "Test"}</a>`,
            )}</nav>
${renderReadiness(visit)}
${renderAttention(visit, overview)}
${renderDays(overview, mode)}
<div class="two">${renderMethods(overview)}${renderDeliveries(overview)}</div>`,
        });
      },
    }),
  ];
}

function renderReadiness(visit: StoreVisit): HtmlValue {
  const { store } = visit;
  const steps = [
    store.isDisabled &&
      "The store is paused: new payments are refused and deliveries wait. The operator can resume it.",
    store.kyc !== "approved" && `KYC is ${store.kyc.replaceAll("_", " ")}: payments are refused until it is approved.`,
    store.verification !== "approved" &&
      `Store verification is ${store.verification}: payments are refused until it is approved.`,
    store.webhookUrl === undefined &&
      html`No webhook URL is set, so your shop is not told about payments. <a href="${visit.storePath("/integration")}">Set it</a>`,
    Object.values(store.paymentMethods).every((word) => word === "off") &&
      html`No payment method is switched on. <a href="${visit.storePath("/settings")}">Choose them</a>`,
  ].filter((step) => step !== false);
  return (
    steps.length > 0 &&
    html`<div class="notice warn"><p><strong>Before you go live</strong></p><ul>${steps.map((step) => html`<li>${step}</li>`)}</ul></div>`
  );
}

/** What somebody should look at comes before the figures. */
function renderAttention(visit: StoreVisit, { attention }: Overview): HtmlValue {
  return (
    attention.length > 0 &&
    html`<section class="card" aria-labelledby="attention-title"><div class="head"><h2 id="attention-title">Needs a look</h2><a href="${attentionPath(visit)}">All of them</a></div>
<ul class="plain">${attention.map(
      (payment) =>
        html`<li><a class="clamp" href="${transactionPath(visit, payment.paymentId)}${payment.failedWebhookCount > 0 && "/technical"}">${outsideText(payment.orderId)}</a> ${attentionMarks(payment)} <span class="hint">${moment(payment.createdAt)}</span></li>`,
    )}</ul></section>`
  );
}

function renderDays({ days }: Overview, mode: (typeof environments)[number]): Html {
  const sum = (part: "paid" | "open" | "ended") => days.reduce((total, day) => total + day[part], 0);
  const [paid, open, ended] = [sum("paid"), sum("open"), sum("ended")];
  const total = paid + open + ended;
  const figure = (label: string, value: string) =>
    html`<div class="card"><div class="hint">${label}</div><div class="figure">${value}</div></div>`;
  return html`<div class="cards">
${figure(`Sessions in ${shownDays} days`, String(total))}
${figure("Paid", String(paid))}
${figure("Conversion", total === 0 ? "–" : percent(paid / total))}
</div>
<section class="card" aria-labelledby="days-title"><div class="head"><h2 id="days-title">Sessions per day</h2>${modeBadge(mode)}</div>
${
  total === 0
    ? emptyState(
        `No ${mode} session in the last ${shownDays} days`,
        "A session begins with each call to POST /payments/initialize.",
      )
    : html`${stackedBars(
        `Sessions per day: ${total} in ${shownDays} days, ${paid} of them paid`,
        outcomes,
        days.map(({ startsAt, ...counts }) => ({
          label: dayLabel(startsAt),
          counts: [counts.paid, counts.open, counts.ended],
        })),
      )}${legend(outcomes, [paid, open, ended])}
<details class="confirm spaced"><summary>Show as a table</summary>${dataTable(
        "Sessions per day",
        [
          { label: "Day" },
          { label: "Paid", isNumber: true },
          { label: "Open", isNumber: true },
          { label: "Ended", isNumber: true },
        ],
        days
          .toReversed()
          .filter((day) => day.paid + day.open + day.ended > 0)
          .map((day) => [dayLabel(day.startsAt), String(day.paid), String(day.open), String(day.ended)]),
      )}</details>`
}</section>`;
}

function renderMethods({ methods }: Overview): Html {
  return html`<section class="card" aria-labelledby="methods-title"><h2 id="methods-title">Conversion by method</h2>${
    methods.length === 0
      ? html`<p class="hint">Shown once there are sessions.</p>`
      : dataTable(
          "Conversion by method",
          [
            { label: "Method" },
            { label: "Sessions", isNumber: true },
            { label: "Paid", isNumber: true },
            { label: "Conversion" },
          ],
          methods.map(({ method, sessions, paid }) => {
            const label = method === "undecided" ? "Not chosen yet" : methodLabels[method];
            const share = percent(paid / sessions);
            return [
              label,
              String(sessions),
              String(paid),
              html`<div>${share}${shareBar(paid / sessions, `${label}: ${share} paid`)}</div>`,
            ];
          }),
        )
  }</section>`;
}

function renderDeliveries({ deliveries }: Overview): Html {
  const { transactions, delivered, waiting, failed } = deliveries;
  const counts = [delivered, waiting, failed];
  const total = delivered + waiting + failed;
  return html`<section class="card" aria-labelledby="health-title"><h2 id="health-title">Webhook health</h2>${
    total === 0
      ? html`<p class="hint">Nothing was sent yet. Each change of status is, once a webhook URL is set.</p>`
      : html`<p class="hint">Deliveries of the latest ${transactions} ${transactions === 1 ? "transaction" : "transactions"}</p>
${dividedBar(`${delivered} delivered, ${waiting} on their way, ${failed} failed`, deliveryOutcomes, counts)}${legend(deliveryOutcomes, counts)}`
  }</section>`;
}

function dayLabel(startsAt: number): string {
  return new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" }).format(startsAt);
}

function percent(share: number): string {
  return new Intl.NumberFormat("en", { style: "percent", maximumFractionDigits: 1 }).format(share);
}
