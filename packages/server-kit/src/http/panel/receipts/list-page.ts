// Receipts: money recorded by hand, without a bank statement. Shows reported transfers without one, the form to record one, and the list.
import { formatMoney, reportedAmount } from "../../../domain/money-text.js";
import type { PaymentSummary } from "../../../flows/payment-summary.js";
import { type PaymentView, readPayment } from "../../../flows/read-payment.js";
import {
  type ClaimedPayment,
  type ListedReceipt,
  listBuyerClaims,
  listReceipts,
} from "../../../flows/read-receipts.js";
import { type Html, type HtmlValue, html, outsideText } from "../../html.js";
import { seeOther } from "../../page-headers.js";
import { isoDay } from "../day.js";
import { badge, dataTable, emptyState, linesTable, moment, notice, pager, stateBadge } from "../elements.js";
import { daysInUtc, queryOf } from "../filter-fields.js";
import { type FilterProblem, filterProblems, problemOf } from "../filter-problems.js";
import { dateField, selectField, textField } from "../form-fields.js";
import { type FormFill, storedFill } from "../form-fill.js";
import { sendPage } from "../page.js";
import type { PanelDependencies } from "../panel-dependencies.js";
import { transactionPath } from "../transactions/paths.js";
import { doneText, type StoreVisit } from "../visit.js";
import { type ReceiptFields, readReceiptFilter, receiptStates } from "./filter.js";
import { renderRecordForm } from "./record-form.js";

const pageSize = 50;
/** At most this many reported transfers are listed, the oldest first. */
const maxListedClaims = 10;

const done: Record<string, string> = {
  counted: "The money is recorded.",
  known: "This money was recorded before: it is not counted again.",
  other_currency: "The money is recorded. It is in a different currency from the payment, so it is not counted.",
};

/** The list, with the form filled in for the payment that the query names. */
export async function openReceipts(dependencies: PanelDependencies, visit: StoreVisit): Promise<void> {
  const named = await findNamed(dependencies, visit);
  if (named === undefined || named.environment === visit.mode) return showReceipts(dependencies, visit, { named });
  // The switch may have been used in another tab since the link was shown: the form has the mode of its payment.
  const query = `payment=${encodeURIComponent(named.paymentId)}&mode=${named.environment}`;
  seeOther(visit.call.ctx, visit.storePath(`/receipts?${query}#record`));
}

export async function showReceipts(
  dependencies: PanelDependencies,
  visit: StoreVisit,
  {
    fill = storedFill,
    candidates = [],
    named,
  }: { fill?: FormFill; candidates?: readonly PaymentSummary[]; named?: PaymentView | undefined } = {},
): Promise<void> {
  const { call, store, mode } = visit;
  const { merchantId } = store;
  const { fields, filter, problems } = readReceiptFilter(visit);
  const found = await listReceipts(dependencies, { ...filter, limit: pageSize + 1 });
  const claimed = await listBuyerClaims(dependencies, { merchantId, environment: mode, limit: maxListedClaims + 1 });
  const text = doneText(visit, done);
  sendPage(call, visit.frame, {
    title: "Receipts",
    current: "/receipts",
    ...(fill.status !== undefined && { status: fill.status }),
    body: html`${fill.summary}${text !== undefined && notice(text, call.query.done === "counted" ? "good" : "warn")}
<p class="hint">Money that someone saw in the bank account and recorded manually. Money on imported <a href="${visit.storePath("/statements")}">bank statements</a> is recorded by the import.</p>
${visit.may("payments:receive") && renderRecordForm(visit, fill, { candidates, named })}
${claimed.length > 0 && renderClaimed(visit, claimed)}
${renderFilter(visit, fields, problems)}${filterProblems(problems)}
<section class="card list" aria-label="Receipts found">
${found.length > 0 ? renderRows(visit, found.slice(0, pageSize)) : renderNothing(visit, fields)}
${renderPager(visit, fields, found)}</section>`,
  });
}

async function findNamed(
  dependencies: PanelDependencies,
  { call, store }: StoreVisit,
): Promise<PaymentView | undefined> {
  const { payment } = call.query;
  if (payment === undefined) return undefined;
  const view = await readPayment(dependencies, payment);
  return view?.merchantId === store.merchantId ? view : undefined;
}

function renderClaimed(visit: StoreVisit, claimed: readonly ClaimedPayment[]): Html {
  const mayRecord = visit.may("payments:receive");
  const columns = [
    { label: "Reported" },
    { label: "Order" },
    { label: "Reference" },
    { label: "Amount", isNumber: true },
  ];
  return html`<section class="card" aria-labelledby="claimed-title"><h2 id="claimed-title">Buyers report these transfers as made</h2>
<p class="hint">Look for the money in the account. ${claimed.length > maxListedClaims ? `The ${maxListedClaims} oldest are shown.` : ""}</p>
${dataTable(
  "Reported transfers, oldest first",
  [...columns, ...(mayRecord ? [{ label: "Actions" }] : [])],
  claimed
    .slice(0, maxListedClaims)
    .map((payment): HtmlValue[] => [
      moment(payment.claimedPaidAt),
      html`<a class="clamp" href="${transactionPath(visit, payment.paymentId)}">${outsideText(payment.orderId)}</a>`,
      outsideText(payment.remittanceInfo),
      formatMoney(payment.amountCents, payment.currency, "en"),
      mayRecord &&
        html`<a href="${visit.storePath("/receipts")}?payment=${encodeURIComponent(payment.paymentId)}#record">Record<span class="sr"> the money of order ${outsideText(payment.orderId)}</span></a>`,
    ]),
)}</section>`;
}

function renderFilter(
  visit: StoreVisit,
  { state, from, to, min, max }: ReceiptFields,
  problems: readonly FilterProblem[],
): Html {
  const hasMore = problems.length > 0 || [min, max].some((value) => value !== "");
  return html`<form method="get" action="${visit.storePath("/receipts")}" class="filter" role="search" aria-label="Receipts">
<div class="row end">${selectField({
    name: "state",
    label: "State",
    value: state,
    options: [["", "All states"], ...Object.entries(receiptStates).map(([name, { label }]) => [name, label] as const)],
  })}
${dateField({ name: "from", label: "Arrived from", value: from, error: problemOf(problems, "from") })}${dateField({ name: "to", label: "Arrived to", value: to, error: problemOf(problems, "to") })}<button class="second">Filter</button></div>${daysInUtc}
<details class="menu"${hasMore && html` open`}><summary>More filters</summary><div class="filters">
${textField({ name: "min", label: "Amount from", value: min, error: problemOf(problems, "min"), maxLength: 16, autocomplete: "off" })}
${textField({ name: "max", label: "Amount to", value: max, error: problemOf(problems, "max"), maxLength: 16, autocomplete: "off" })}</div></details></form>`;
}

function renderRows(visit: StoreVisit, found: readonly ListedReceipt[]): Html {
  return linesTable(
    { name: "receipts", caption: "Receipts, newest first" },
    [
      ["money", "Amount"],
      ["state", "State"],
      ["order", "Order"],
      ["by", "Recorded by"],
      ["why", "Reason"],
      ["arrived", "Arrived"],
    ],
    found.map((one) => renderRow(visit, one)),
  );
}

function renderRow(visit: StoreVisit, { receipt, payment }: ListedReceipt): Html {
  const why = [receipt.reference, receipt.reason].filter((text) => text !== undefined && text !== "").join(" · ");
  return html`<tr role="row">
<td role="cell" class="money">${outsideText(reportedAmount(receipt.amountCents, receipt.currency))}</td>
<td role="cell" class="state">${receiptBadge({ receipt, payment })}</td>
<td role="cell" class="order"><a data-row href="${transactionPath(visit, receipt.paymentId)}" title="${payment.orderId}">${outsideText(payment.orderId)}</a></td>
<td role="cell" class="by"><span title="${receipt.recordedBy}">${receipt.recordedBy === "" ? "–" : outsideText(receipt.recordedBy)}</span></td>
<td role="cell" class="why"><span title="${why}">${outsideText(why)}</span></td>
<td role="cell" class="arrived"><time datetime="${isoDay(receipt.receivedAt)}">${isoDay(receipt.receivedAt)}</time></td></tr>`;
}

function receiptBadge({ receipt, payment }: ListedReceipt): HtmlValue {
  if (receipt.outcome === "known") return badge("Recorded before");
  if (receipt.outcome === "other_currency") return badge("Other currency", "warn");
  return stateBadge(payment.state);
}

function renderNothing(visit: StoreVisit, fields: ReceiptFields): HtmlValue {
  return Object.values(fields).some((value) => value !== "")
    ? emptyState("No results", html`<a href="${visit.storePath("/receipts")}">Show everything</a>`)
    : emptyState(
        "Nothing was recorded by hand yet",
        "What you record above appears here, with who recorded it and why.",
      );
}

function renderPager(visit: StoreVisit, fields: ReceiptFields, found: readonly ListedReceipt[]): HtmlValue {
  const isLater = visit.call.query.before !== undefined;
  const last = found.length > pageSize ? found[pageSize - 1]?.receipt.receiptId : undefined;
  const address = (before?: string) => `${visit.storePath("/receipts")}${queryOf(fields, { before })}`;
  return pager({
    back: isLater && { href: address(), label: "Newest" },
    next: last !== undefined && { href: address(last), label: "Older" },
  });
}
