// The money on a payment's page: what has arrived, the form to record money, and the alerts with the form to mark them as handled.

import { alertLabel } from "../../../domain/alert-label.js";
import { alertMeaning } from "../../../domain/alert-mail.js";
import { referencesOf } from "../../../domain/arrival.js";
import { parseTypedAmount } from "../../../domain/currency.js";
import { toDecimalText } from "../../../domain/currency-exponent.js";
import { formatMoney, reportedAmount } from "../../../domain/money-text.js";
import type { ReceivedMoney } from "../../../domain/received-money.js";
import { requireNoViolations } from "../../../domain/refusal.js";
import { reportedCurrency } from "../../../domain/reported-text.js";
import { maxTextLength } from "../../../domain/required-text.js";
import type { PaymentView } from "../../../flows/read-payment.js";
import { type Html, type HtmlValue, html, outsideText } from "../../html.js";
import { readDay } from "../day.js";
import { confirmButton, dataTable, moment, notice } from "../elements.js";
import { dateField, textField } from "../form-fields.js";
import { filled } from "../form-fill.js";
import type { StoreVisit } from "../visit.js";
import { transactionPath } from "./paths.js";
import { fillOf, type RefusedDecision, reasonField } from "./refused-decision.js";
import { shownMoney } from "./shown-money.js";

const amountMessage = "must be above 0 and written without a thousands separator, such as 1019.99";

/** For a form of money that was sent before. */
export const moneyRecorded = "This form was sent before and its money is recorded: nothing was added again.";

/** The form's fields, as the flow takes them. @throws Refusal VALIDATION_ERROR naming an invalid amount, currency or day. */
export function receivedMoneyOf({ form, actor }: StoreVisit): ReceivedMoney {
  const currency = reportedCurrency(form.currency) ?? "";
  const isCurrency = /^[A-Z]{3}$/.test(currency);
  const amountCents = isCurrency ? parseTypedAmount(form.amount ?? "", currency) : 0;
  const day = (form.receivedOn ?? "").trim();
  const receivedAt = readDay(day);
  const isAmount = !isCurrency || (amountCents !== undefined && amountCents > 0);
  requireNoViolations([
    ...(isAmount ? [] : [{ path: "amount", rule: "amount", message: amountMessage }]),
    ...(isCurrency ? [] : [{ path: "currency", rule: "pattern", message: "must have three letters, such as EUR" }]),
    ...(day === "" || receivedAt !== undefined
      ? []
      : [{ path: "receivedOn", rule: "date", message: "must be a date, such as 2027-01-31" }]),
  ]);
  const reference = (form.reference ?? "").trim();
  return {
    // Checked above.
    ...{ amountCents: amountCents as number, currency, receivedAt, actor },
    ...(reference !== "" && { reference }),
    reason: (form.reason ?? "").trim(),
  };
}

/** Every open alert with the form that resolves it, and the list of those already handled. */
export function renderAlerts(visit: StoreVisit, payment: PaymentView, refused: RefusedDecision | undefined): HtmlValue {
  const open = payment.alerts.filter(({ resolvedAt }) => resolvedAt === undefined);
  const handled = payment.alerts.filter(({ resolvedAt }) => resolvedAt !== undefined);
  return html`${open.map((alert) =>
    notice(
      html`<p><strong>Alert: ${alertLabel(alert.type)}</strong> · ${moment(alert.at)}${alert.count > 1 && html` · reported ${alert.count} times`}</p>
<p>${outsideText(alert.detail)}${alertMeaning(alert.type) !== undefined && html`<br>${alertMeaning(alert.type)}`}</p>${handleForm(visit, payment, { alertId: alert.alertId, refused })}`,
      "warn",
    ),
  )}${
    handled.length > 0 &&
    html`<details class="card"><summary>Handled alerts (${handled.length})</summary><ul class="plain">${handled.map(
      ({ type, detail, resolvedAt, resolvedBy, resolution }) =>
        html`<li><strong>${alertLabel(type)}</strong>: ${outsideText(detail)}<div class="hint">${outsideText(resolution ?? "")} · ${outsideText(resolvedBy ?? "")} · ${moment(resolvedAt ?? 0)}</div></li>`,
    )}</ul></details>`
  }`;
}

function handleForm(
  visit: StoreVisit,
  payment: PaymentView,
  { alertId, refused }: { alertId: string; refused: RefusedDecision | undefined },
): HtmlValue {
  if (!visit.may("alerts:resolve")) return undefined;
  const fill = fillOf(refused, `alert-${alertId}`);
  return html`<details${fill.isRefused && html` open`}><summary>Mark as handled</summary>
<form method="post" action="${transactionPath(visit, payment.paymentId)}/alerts/${alertId}/resolve">${visit.formGuard()}
${textField({ ...filled(fill, "reason"), id: `handled-${alertId}`, label: "How was it handled?", required: true, maxLength: maxTextLength })}
<button>Mark as handled</button></form></details>`;
}

/** The amount received out of the amount due; undefined for a payment without money. */
export function receivedText({ receivedCents, returned, amountCents, currency }: PaymentView): HtmlValue {
  if (receivedCents === 0 && returned.length === 0) return undefined;
  return `${formatMoney(receivedCents, currency, "en")} of ${formatMoney(amountCents, currency, "en")}`;
}

const sourceLabels: Record<PaymentView["arrivals"][number]["source"], string> = {
  provider: "Provider",
  person: "A person",
  statement: "Bank statement",
};

export function renderArrivals(payment: PaymentView): HtmlValue {
  if (payment.arrivals.length + payment.returned.length === 0) return undefined;
  const columns = ["Received", "Amount", "Reported by", "Reference"].map((label) => ({ label }));
  const arrived = payment.arrivals.map((arrival): HtmlValue[] => [
    moment(arrival.receivedAt),
    outsideText(reportedAmount(arrival.amountCents, arrival.currency)),
    html`${sourceLabels[arrival.source]}${!arrival.isProven && html` <span class="hint">(announced, not confirmed)</span>`}`,
    arrival.reference !== undefined && outsideText(referencesOf(arrival).join(", ")),
  ]);
  const returned = payment.returned.map((one): HtmlValue[] => [
    moment(one.returnedAt),
    outsideText(reportedAmount(-one.amountCents, one.currency)),
    html`Bank statement <span class="hint">(returned by the bank)</span>`,
    one.statementEntryId,
  ]);
  return html`<section class="card" aria-labelledby="arrivals-title"><h2 id="arrivals-title">Money received</h2>${dataTable("Money received", columns, [...arrived, ...returned])}</section>`;
}

/** For money that a user has seen, such as on the bank's statement. */
export function receiveForm(visit: StoreVisit, payment: PaymentView, refused: RefusedDecision | undefined): HtmlValue {
  if (!visit.may("payments:receive")) return undefined;
  const fill = fillOf(refused, "receive");
  const missing = Math.max(0, payment.amountCents - payment.receivedCents);
  const amount = missing === 0 ? undefined : toDecimalText(missing, payment.currency);
  return confirmButton(
    "Record money received",
    "For money that you see in the bank account. The full amount settles the payment; too little or too much raises an alert.",
    html`<form method="post" action="${transactionPath(visit, payment.paymentId)}/receive">${visit.formGuard()}${shownMoney(payment)}
${textField({ ...filled(fill, "amount", amount), label: "Amount", required: true, maxLength: 20 })}
${textField({ ...filled(fill, "currency", payment.currency), label: "Currency", required: true, maxLength: 3 })}
${textField({ ...filled(fill, "reference"), label: "Reference", maxLength: maxTextLength, hint: "The bank's reference. The same reference and amount count once." })}
${dateField({ ...filled(fill, "receivedOn"), label: "Day" })}
${reasonField(fill, "receive-reason")}<button>Record money</button></form>`,
    fill.isRefused,
  );
}

/** An event's amount and currency as they were reported. */
export function factAmount(fact: PaymentView["evidence"][number], payment: PaymentView): Html | string | undefined {
  if (fact.amountCents !== undefined) return reportedAmount(fact.amountCents, fact.currency ?? payment.currency);
  return fact.currency === undefined ? undefined : html`${outsideText(fact.currency)}`;
}
