// The parts of the overview other than the money: what is missing before going live, payments that need attention, payments by day,
// conversion by method, and webhook health.
import type { Environment } from "../../../domain/environment.js";
import { formatMoney } from "../../../domain/money-text.js";
import type { Overview } from "../../../flows/read-overview.js";
import { type Html, type HtmlValue, html, outsideText } from "../../html.js";
import { dividedBar, legend, type Series, shareBar, stackedBars } from "../charts.js";
import { dataTable, emptyState, modeBadge, moment } from "../elements.js";
import { methodLabels } from "../method-label.js";
import { attentionMarks, attentionPath } from "../transactions/attention.js";
import { transactionPath } from "../transactions/paths.js";
import type { StoreVisit } from "../visit.js";
import { dayLabel } from "./day-label.js";
import { percent } from "./percent.js";

const outcomes: Series[] = [
  { label: "Paid", fill: 2 },
  { label: "Open", fill: 1 },
  { label: "Ended without payment", fill: 4 },
];
const deliveryOutcomes: Series[] = [
  { label: "Delivered", fill: 2 },
  { label: "In progress", fill: 1 },
  { label: "Failed", fill: 3 },
];

export function renderReadiness(visit: StoreVisit): HtmlValue {
  const { store } = visit;
  const steps = [
    store.isDisabled &&
      "The store is paused: new payments are rejected and deliveries wait. The operator can resume it.",
    store.kyc !== "approved" &&
      `KYC is not approved (${store.kyc.replaceAll("_", " ")}): payments are rejected until it is.`,
    store.verification !== "approved" &&
      `Store verification is ${store.verification}: payments are rejected until it is approved.`,
    store.webhookUrl === undefined &&
      html`No webhook URL is set, so your store is not notified about payments. <a href="${visit.storePath("/integration")}">Set it</a>`,
    Object.values(store.paymentMethods).every((word) => word === "off") &&
      html`No payment method is switched on. <a href="${visit.storePath("/settings")}">Switch one on</a>`,
  ].filter((step) => step !== false);
  return (
    steps.length > 0 &&
    html`<div class="notice warn"><p><strong>Before you go live</strong></p><ul>${steps.map((step) => html`<li>${step}</li>`)}</ul></div>`
  );
}

/** Shown before the figures, because it needs action. */
export function renderAttention(visit: StoreVisit, { attention }: Overview): HtmlValue {
  return (
    attention.length > 0 &&
    html`<section class="card" aria-labelledby="attention-title"><div class="head"><h2 id="attention-title">Needs attention</h2><a href="${attentionPath(visit)}">All of them</a></div>
<ul class="plain marked">${attention.map(
      (payment) =>
        html`<li><a class="clamp" href="${transactionPath(visit, payment.paymentId)}${payment.failedWebhookCount > 0 && "/technical"}">${outsideText(payment.orderId)}</a> ${attentionMarks(payment)} <span class="hint">${moment(payment.createdAt)}</span></li>`,
    )}</ul></section>`
  );
}

export function renderDays(overview: Overview, mode: Environment): Html {
  const { days } = overview;
  const sum = (part: "paid" | "open" | "ended") => days.reduce((total, day) => total + day[part], 0);
  const [paid, open, ended] = [sum("paid"), sum("open"), sum("ended")];
  const total = paid + open + ended;
  const span = days.length === 1 ? "1 day" : `${days.length} days`;
  const figure = (label: string, value: string) =>
    html`<div class="card"><div class="hint">${label}</div><div class="figure">${value}</div></div>`;
  return html`<div class="cards three">
${figure(`Payments created in ${span}`, String(total))}
${figure("Paid", String(paid))}
${figure("Conversion", total === 0 ? "–" : percent(paid / total))}
</div>
<section class="card" aria-labelledby="days-title"><div class="head"><h2 id="days-title">Payments created per day</h2>${modeBadge(mode)}</div>
${
  total === 0
    ? emptyState(`No ${mode} payments in ${span}`, "A payment begins with each call to POST /payments/initialize.")
    : html`${stackedBars(
        `Payments created per day: ${total} in ${span}, ${paid} of them paid`,
        outcomes,
        days.map(({ startsAt, ...counts }) => ({
          label: dayLabel(startsAt),
          counts: [counts.paid, counts.open, counts.ended],
        })),
      )}${legend(outcomes, [paid, open, ended])}
<details class="confirm spaced"><summary>Show as a table</summary>${dayTable(overview)}</details>`
}</section>`;
}

/** The figures of all charts by day; a payment counts on the day it was created, money on the day it was paid. */
function dayTable({ days, money }: Overview): Html {
  const rows = days.map((day, index) => ({
    ...day,
    amounts: money.map(({ byDay }) => byDay[index]?.amountCents ?? 0),
  }));
  return dataTable(
    "Payments by day",
    [
      { label: "Day" },
      ...["Paid", "Open", "Ended", ...money.map(({ currency }) => `Paid in ${currency}`)].map((label) => ({
        label,
        isNumber: true,
      })),
    ],
    rows
      .toReversed()
      .filter((day) => day.paid + day.open + day.ended > 0 || day.amounts.some((amount) => amount > 0))
      .map((day) => [
        dayLabel(day.startsAt),
        ...[day.paid, day.open, day.ended].map(String),
        ...day.amounts.map((amount, index) => formatMoney(amount, money[index]?.currency ?? "", "en")),
      ]),
  );
}

export function renderMethods({ methods }: Overview): Html {
  return html`<section class="card" aria-labelledby="methods-title"><h2 id="methods-title">Conversion by method</h2>${
    methods.length === 0
      ? html`<p class="hint">Shown once there are payments.</p>`
      : dataTable(
          "Conversion by method",
          [
            { label: "Method" },
            { label: "Payments", isNumber: true },
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

export function renderDeliveries({ deliveries }: Overview): Html {
  const { transactions, delivered, waiting, failed } = deliveries;
  const counts = [delivered, waiting, failed];
  const total = delivered + waiting + failed;
  return html`<section class="card" aria-labelledby="health-title"><h2 id="health-title">Webhook health</h2>${
    total === 0
      ? html`<p class="hint">No webhook was sent yet. Each change of status sends one, once a webhook URL is set.</p>`
      : html`<p class="hint">Deliveries of the latest ${transactions} ${transactions === 1 ? "payment" : "payments"}</p>
${dividedBar(`${delivered} delivered, ${waiting} in progress, ${failed} failed`, deliveryOutcomes, counts)}${legend(deliveryOutcomes, counts)}`
  }</section>`;
}
