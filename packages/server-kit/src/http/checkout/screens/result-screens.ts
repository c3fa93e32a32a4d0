// The outcome of a payment, and the link back to the store. An ended payment never shows an account to pay to.
import { placeOfMethod } from "../../../domain/payment-method.js";
import { hasEnded } from "../../../domain/payment-state.js";
import { type Html, html, outsideText } from "../../html.js";
import { type CheckoutPage, exactMoment, liveScreen, moment } from "../checkout-page.js";
import type { Screen } from "../document.js";
import type { WordKey } from "../language.js";
import { backToShop, buttonForm, linkButton } from "./screen-elements.js";

export function paidScreen(page: CheckoutPage): Screen {
  const { translate, shopName, money } = page;
  return {
    title: "paid_heading",
    main: html`<div class="state-mark success" aria-hidden="true">${mark("check")}</div>
<h1>${translate("paid_heading")}</h1>
<p>${translate("paid_lead", { shop: shopName, amount: money })}</p>
${receipt(page)}
${backToShop(page)}
<p class="actions print-hidden"><button type="button" class="link-like js-only" data-print>${translate("print")}</button></p>`,
  };
}

/** Everything that documents the payment, suitable for printing. */
function receipt(page: CheckoutPage): Html {
  const { translate, payment, store, lastEntry } = page;
  const paidAt = lastEntry?.to === "settled" ? lastEntry.at : payment.updatedAt;
  const isTransfer = placeOfMethod[payment.paymentMethod] !== "card" && store.bankAccount !== undefined;
  const row = (label: WordKey, value: Html) => html`<div><dt>${translate(label)}</dt><dd>${value}</dd></div>
`;
  return html`<dl class="receipt">
${row("paid_at", exactMoment(page, paidAt))}
${row("amount", page.money)}
${row("paid_with", translate(`with_${payment.paymentMethod}`))}
${row("paid_to", outsideText(isTransfer ? (store.bankAccount?.accountHolder ?? store.name) : store.name))}
${row("order", outsideText(payment.orderId))}
${row("reference", outsideText(payment.remittanceInfo))}
${row("receipt_number", html`<span class="code" translate="no">${payment.paymentId}</span>`)}
</dl>`;
}

/** Asks for nothing: the store says how the buyer pays now (docs/decisions/no-second-payment.md). */
export function returnedScreen(page: CheckoutPage): Screen {
  const { translate, shopName: shop, payment } = page;
  return {
    title: "returned_heading",
    live: hasEnded(payment.state) ? undefined : liveScreen(page, { follow: "all" }),
    main: html`<div class="state-mark neutral" aria-hidden="true">${mark("cross")}</div>
<h1>${translate("returned_heading")}</h1>
<p>${translate("returned_lead", { shop })}</p>
${backToShop(page)}`,
  };
}

type End = "declined" | "cancelled" | "expired";

export function endedScreen(page: CheckoutPage, end: End): Screen {
  const { translate } = page;
  return {
    title: `${end}_heading`,
    // A late transfer may still settle an expired payment.
    live: end === "expired" ? liveScreen(page, { follow: "all" }) : undefined,
    main: html`<div class="state-mark ${end === "declined" ? "danger" : "neutral"}" aria-hidden="true">${mark(end === "expired" ? "clock" : "cross")}</div>
<h1>${translate(`${end}_heading`)}</h1>
<p>${endedLead(page, end)}</p>
${backToShop(page)}`,
  };
}

/** Says that nothing was charged, or that the buyer can start again, only where no money can be on its way: whoever paid would pay again. */
function endedLead(page: CheckoutPage, end: End): Html {
  const { translate, shopName: shop } = page;
  const { claimedPaidAt } = page.payment;
  if (claimedPaidAt !== undefined) return translate("ended_claimed_lead", { shop, time: moment(page, claimedPaidAt) });
  return translate(page.mayHavePaid ? "cancelled_transfer_lead" : `${end}_lead`, { shop });
}

export function cancelScreen(page: CheckoutPage): Screen {
  const { translate } = page;
  return {
    title: "cancel_heading",
    live: liveScreen(page, { follow: "ended" }),
    main: html`<h1>${translate("cancel_heading")}</h1>
<p>${translate("cancel_lead")}</p>
${linkButton(page.url(), translate("cancel_keep"), "primary")}
${buttonForm(page, "/cancel", "cancel_confirm", "danger")}`,
  };
}

const markPaths = {
  check: "m5 12.5 4.5 4.5L19 7.5",
  cross: "M8 8l8 8M16 8l-8 8",
  clock: "M12 3a9 9 0 1 0 0 18a9 9 0 0 0 0-18zM12 7.5V12l3 2",
};

const mark = (shape: keyof typeof markPaths) =>
  html`<svg viewBox="0 0 24 24" width="32" height="32" fill="none" stroke="currentColor" stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round" focusable="false"><path d="${markPaths[shape]}"/></svg>`;
