// Screens for paying with a banking app: the QR code, the details for a manual transfer, and the wait for the money.
import { epcQrContent } from "../../../domain/epc-qr.js";
import { groupIban } from "../../../domain/iban.js";
import { type Html, html } from "../../html.js";
import { type CheckoutPage, liveScreen, moment } from "../checkout-page.js";
import type { Screen } from "../document.js";
import { keptQrCodeSvg } from "../qr-code.js";
import { unfinishedAtProvider } from "./provider-screens.js";
import { backToShop, buttonForm, claimNotice, simulateBank, transferDetails } from "./screen-elements.js";

/** The content of a payment's QR code; undefined when the store has no account or the currency is not EUR. */
export function qrContentOf({ payment, store }: Pick<CheckoutPage, "payment" | "store">): string | undefined {
  if (store.bankAccount === undefined || payment.currency !== "EUR") return undefined;
  return epcQrContent({
    account: store.bankAccount,
    amountCents: payment.amountCents,
    reference: payment.remittanceInfo,
  });
}

export function qrScreen(page: CheckoutPage): Screen {
  const { translate, store, payment } = page;
  const content = qrContentOf(page);
  const account = store.bankAccount;
  if (content === undefined || account === undefined) return transferScreen(page);
  const label = translate("qr_label", {
    amount: page.money.toString().replace(/<[^>]+>/g, ""),
    name: account.accountHolder,
    iban: groupIban(account.iban),
    reference: payment.remittanceInfo,
  });
  return {
    title: "qr_heading",
    live: liveScreen(page, { follow: "all", reloadSeconds: 20 }),
    main: html`<h1>${translate("qr_heading")}</h1>
${claimNotice(page)}
<p class="on-desk">${translate("qr_lead")}</p>
<p class="on-phone">${translate("qr_same_device")}</p>
<div class="code-and-details">
<div class="code-side">
<input type="checkbox" id="show-code" class="code-switch on-phone"><label for="show-code" class="on-phone">${translate("qr_show")}</label>
<figure class="qr">${keptQrCodeSvg(content, label)}</figure>
<p class="actions print-hidden"><a class="button secondary" href="${page.url("/code")}" download="payment-${payment.paymentId}.png">${translate("qr_save")}</a>
<button type="button" class="button secondary share-only" data-share="${page.url("/code")}">${translate("qr_share")}</button></p>
</div>
<div class="details-side">
<h2>${translate("details_heading")}</h2>
${transferDetails(page)}
</div>
</div>
<details class="print-hidden"><summary>${translate("qr_as_text")}</summary><pre class="code-text" tabindex="0" translate="no">${content}</pre></details>
${nextSteps(page)}`,
  };
}

export function transferScreen(page: CheckoutPage): Screen {
  const { translate } = page;
  return {
    title: "transfer_heading",
    live: liveScreen(page, { follow: "all", reloadSeconds: 20 }),
    main: html`<h1>${translate("transfer_heading")}</h1>
<p>${translate("transfer_lead", { shop: page.shopName })}</p>
${transferDetails(page)}
${nextSteps(page)}`,
  };
}

/** Shown after the buyer has pressed "I have made the transfer". */
export function waitingScreen(page: CheckoutPage): Screen {
  const { translate } = page;
  return {
    title: "waiting_heading",
    live: liveScreen(page, { follow: "all", reloadSeconds: 20 }),
    main: html`<div class="state-mark waiting" aria-hidden="true"></div>
<h1>${translate("waiting_heading")}</h1>
<p>${page.payment.claimedPaidAt !== undefined && translate("claimed_at", { time: moment(page, page.payment.claimedPaidAt) })}</p>
<p>${translate("waiting_lead", { shop: page.shopName })}</p>
${backToShop(page, "secondary")}
<details><summary>${translate("show_details")}</summary>${transferDetails(page)}</details>
${page.payment.state === "at_provider" ? unfinishedAtProvider(page) : otherWays(page)}
${simulateBank(page)}`,
  };
}

function nextSteps(page: CheckoutPage): Html {
  return html`${buttonForm(page, "/paid", "have_paid")}
${otherWays(page)}
${simulateBank(page)}`;
}

function otherWays({ url, translate }: CheckoutPage): Html {
  return html`<p class="actions print-hidden"><a href="${url("", { view: "choose" })}">${translate("choose_other")}</a>
<button type="button" class="link-like js-only" data-print>${translate("print")}</button>
<a href="${url("/cancel")}">${translate("cancel_link")}</a></p>`;
}
