// The money paid, by currency: compared with the previous period, on average, and by day.
import { toDecimalText } from "../../../domain/currency-exponent.js";
import { formatMoney } from "../../../domain/money-text.js";
import type { Overview, PaidMoney } from "../../../flows/read-overview.js";
import { type Html, type HtmlValue, html } from "../../html.js";
import { valueBars } from "../charts.js";
import { dayLabel } from "./day-label.js";
import { percent } from "./percent.js";

/** More charts than this would fill the page; the cards and the table show all currencies. */
const maxCharts = 3;

export function renderMoney({ money, days }: Overview): HtmlValue {
  if (money.length === 0) {
    return renderOneCurrency(undefined, days.length);
  }
  const [first] = money;
  if (money.length === 1 && first !== undefined) return renderOneCurrency(first, days.length);
  return html`<div class="cards paid">${money.map((one) => renderCard(one, days.length))}</div>`;
}

/** A single currency gets separate cards for the total, the average and the previous period. */
function renderOneCurrency(money: PaidMoney | undefined, days: number): Html {
  const span = spanOf(days);
  const card = (label: string, figure: HtmlValue, hint: HtmlValue) =>
    html`<div class="card"><div class="hint">${label}</div><div class="figure">${figure}</div><p class="hint">${hint}</p></div>`;
  const nothing = "Nothing was paid then";
  if (money === undefined) {
    return html`<div class="cards three one-currency">${card("Paid", "–", "Nothing was paid in this period")}
${card("Average payment", "–", "Payments paid in this period")}${card(`Compared with the previous ${span}`, "–", nothing)}</div>`;
  }
  const { currency, count, amountCents, previousAmountCents } = money;
  const text = (cents: number) => formatMoney(cents, currency, "en");
  return html`<div class="cards three one-currency">
${card(`Paid in ${currency}`, text(amountCents), countText(count))}
${card("Average payment", count === 0 ? "–" : text(Math.round(amountCents / count)), "Payments paid in this period")}
${card(`Compared with the previous ${span}`, shareText(money), previousAmountCents === 0 ? nothing : `${text(previousAmountCents)} then`)}</div>`;
}

function shareText({ amountCents, previousAmountCents }: PaidMoney): HtmlValue {
  if (previousAmountCents === 0) return "–";
  const share = (amountCents - previousAmountCents) / previousAmountCents;
  if (share === 0) return "No change";
  return share > 0
    ? html`<span class="up"><span aria-hidden="true">▲</span><span class="sr">Up</span> ${percent(share)}</span>`
    : html`<span class="down"><span aria-hidden="true">▼</span><span class="sr">Down</span> ${percent(-share)}</span>`;
}

function spanOf(days: number): string {
  return days === 1 ? "day" : `${days} days`;
}

function countText(count: number): string {
  return `${count} ${count === 1 ? "payment" : "payments"}`;
}

function renderCard(money: PaidMoney, days: number): Html {
  const { currency, count, amountCents } = money;
  const average = count === 0 ? undefined : Math.round(amountCents / count);
  return html`<div class="card"><div class="hint">Paid in ${currency}</div><div class="figure">${formatMoney(amountCents, currency, "en")}</div>
<p class="money-change">${change(money, spanOf(days))}</p>
<p class="hint">${countText(count)}${average !== undefined && ` · ${formatMoney(average, currency, "en")} on average`}</p></div>`;
}

function change({ currency, amountCents, previousAmountCents }: PaidMoney, span: string): Html {
  if (previousAmountCents === 0) return html`<span class="hint">Nothing in the ${span} before</span>`;
  const share = (amountCents - previousAmountCents) / previousAmountCents;
  const text = percent(Math.abs(share));
  const before = html`<span class="hint">from ${formatMoney(previousAmountCents, currency, "en")} in the ${span} before</span>`;
  if (share === 0) return html`<strong>No change</strong> ${before}`;
  return share > 0
    ? html`<strong class="up"><span aria-hidden="true">▲</span> Up ${text}</strong> ${before}`
    : html`<strong class="down"><span aria-hidden="true">▼</span> Down ${text}</strong> ${before}`;
}

export function renderVolume({ money, days }: Overview): HtmlValue {
  const paid = money.filter(({ amountCents }) => amountCents > 0).slice(0, maxCharts);
  const charts = paid.map(({ currency, amountCents, byDay }) => {
    const title = `Paid per day in ${currency}: ${formatMoney(amountCents, currency, "en")} in ${days.length} days`;
    const bars = byDay.map((day, index) => ({
      label: dayLabel(days[index]?.startsAt ?? 0),
      value: day.amountCents,
      title: `${dayLabel(days[index]?.startsAt ?? 0)}: ${formatMoney(day.amountCents, currency, "en")}, ${day.count} paid`,
    }));
    return html`<section class="card"><h2>Paid per day in ${currency}</h2>${valueBars(title, bars, (value) => compactMoney(value, currency))}</section>`;
  });
  return charts.length > 1 ? html`<div class="two charts">${charts}</div>` : charts;
}

function compactMoney(amountCents: number, currency: string): string {
  const format = new Intl.NumberFormat("en", {
    style: "currency",
    currency,
    notation: "compact",
    minimumFractionDigits: 0,
    maximumFractionDigits: 1,
  });
  // The decimal text of an integer.
  return format.format(toDecimalText(amountCents, currency) as `${number}`);
}
