// The form that records received money: for which payment, how much, when, and how it is known.

import { toDecimalText } from "../../../domain/currency-exponent.js";
import { formatMoney } from "../../../domain/money-text.js";
import { maxTextLength } from "../../../domain/required-text.js";
import type { PaymentSummary } from "../../../flows/payment-summary.js";
import type { PaymentView } from "../../../flows/read-payment.js";
import { type Html, type HtmlValue, html } from "../../html.js";
import { stateLabel } from "../elements.js";
import { dateField, selectField, textField } from "../form-fields.js";
import { type FormFill, filled } from "../form-fill.js";
import { keptMode } from "../mode-field.js";
import { shownMoney } from "../transactions/shown-money.js";
import type { StoreVisit } from "../visit.js";

/** `candidates`: the payments that match what was entered. `named`: the payment that the form is opened for. */
export function renderRecordForm(
  visit: StoreVisit,
  fill: FormFill,
  { candidates, named }: { candidates: readonly PaymentSummary[]; named: PaymentView | undefined },
): Html {
  const missing = named === undefined ? 0 : Math.max(0, named.amountCents - named.receivedCents);
  const amount = named === undefined || missing === 0 ? undefined : toDecimalText(missing, named.currency);
  const isOpen = fill.isRefused || named !== undefined;
  return html`<details class="card" id="record"${isOpen && html` open`}><summary>Record money received</summary>
<p class="hint">The full amount settles the payment; too little or too much raises an alert.</p>
<form method="post" action="${visit.storePath("/receipts")}">${visit.formGuard()}${keptMode(visit.mode)}${renderOpenedFor(fill, named)}
<div class="fields">
${textField({ ...filled(fill, "payment", named?.paymentId), label: "Order, reference or payment id", required: true, maxLength: 255, autocomplete: "off" })}
${
  candidates.length > 0 &&
  selectField({
    ...filled(fill, "paymentId"),
    label: "Payment",
    required: true,
    options: [["", "Choose one"], ...candidates.map((one) => [one.paymentId, describe(one)] as const)],
  })
}
${textField({ ...filled(fill, "amount", amount), label: "Amount", required: true, maxLength: 20, autocomplete: "off" })}
${textField({ ...filled(fill, "currency", named?.currency ?? "EUR"), label: "Currency", required: true, maxLength: 3, autocomplete: "off" })}
${dateField({ ...filled(fill, "receivedOn"), label: "Day", hint: "When it arrived; today if left empty." })}
${textField({ ...filled(fill, "reference"), label: "Bank's reference", maxLength: maxTextLength, autocomplete: "off", hint: "The same reference and amount count once." })}
${textField({ ...filled(fill, "reason"), label: "Reason", required: true, maxLength: maxTextLength, hint: "How you know that it arrived. Kept with the payment and in the audit log." })}
</div><button>Record money</button></form></details>`;
}

/** The payment that the form was opened for, and the sum that it showed: after a refusal as they were sent. */
function renderOpenedFor(fill: FormFill, named: PaymentView | undefined): HtmlValue {
  const paymentId = fill.text("named", named?.paymentId);
  if (paymentId === undefined) return undefined;
  const shown =
    named === undefined
      ? html`<input type="hidden" name="filledFrom" value="${fill.text("filledFrom")}">`
      : shownMoney(named);
  return html`<input type="hidden" name="named" value="${paymentId}">${shown}`;
}

function describe({ orderId, amountCents, currency, state, paymentId }: PaymentSummary): string {
  return `${orderId} · ${formatMoney(amountCents, currency, "en")} · ${stateLabel(state)} · …${paymentId.slice(-6)}`;
}
