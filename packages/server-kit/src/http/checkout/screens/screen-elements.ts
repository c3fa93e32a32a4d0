// Elements shared by several screens: one-button forms, the transfer details, the link back to the store.
import { toDecimalText } from "../../../domain/currency-exponent.js";
import { groupIban } from "../../../domain/iban.js";
import { memoize } from "../../../domain/memoize.js";
import { type Html, html, outsideText } from "../../html.js";
import { type CheckoutPage, moment } from "../checkout-page.js";
import type { WordKey } from "../language.js";

/** A form with a single button. */
export function buttonForm(
  page: CheckoutPage,
  path: string,
  label: WordKey,
  look: "primary" | "secondary" | "quiet" | "danger" = "primary",
): Html {
  return html`<form method="post" action="${page.url(path)}" class="one-button"><button class="button ${look}">${page.translate(label)}</button></form>`;
}

export function linkButton(href: string, label: Html, look: "primary" | "secondary"): Html {
  return html`<a class="button ${look}" href="${href}" rel="noreferrer">${label}</a>`;
}

/** The return URL carries no outcome: a value that passes through the browser could not be trusted. */
export function backToShop(page: CheckoutPage, look: "primary" | "secondary" = "primary"): Html {
  const { payment, store, translate, shopName } = page;
  const target = payment.returnUrl ?? store.url;
  return target === undefined || !/^https?:\/\//i.test(target)
    ? html`<p class="quiet-text print-hidden">${translate("close_page")}</p>`
    : linkButton(target, translate("back_to_shop", { shop: shopName }), look);
}

/** Recipient, account, amount and reference, with copy buttons. */
export function transferDetails(page: CheckoutPage): Html {
  const { store, payment } = page;
  const account = store.bankAccount;
  if (account === undefined) return html``;
  return html`<dl class="details">
${detail(page, "account_holder", outsideText(account.accountHolder), account.accountHolder)}
${detail(page, "iban", html`<span class="iban" translate="no">${inGroups(account.iban)}</span>`, account.iban)}
${account.bic !== "" && detail(page, "bic", html`<span translate="no">${account.bic}</span>`)}
${account.bankName !== "" && detail(page, "bank", outsideText(account.bankName))}
${detail(page, "amount", page.money, amountToCopy(page))}
${detail(page, "reference", html`<bdi translate="no">${payment.remittanceInfo}</bdi>`, payment.remittanceInfo)}
</dl>`;
}

/** Groups of four characters that do not break across lines. */
function inGroups(iban: string): Html[] {
  return groupIban(iban)
    .split(" ")
    .map((group) => html`<span>${group}</span> `);
}

function detail(page: CheckoutPage, label: WordKey, value: Html, copied?: string): Html {
  const { translate, words } = page;
  return html`<div><dt>${translate(label)}</dt><dd><span class="value">${value}</span>${
    copied !== undefined &&
    html`<button type="button" class="copy" data-copy="${copied}" data-done="${words.copied}"><span aria-hidden="true">${translate("copy")}</span><span class="visually-hidden">${translate("copy_what", { what: words[label] })}</span></button>`
  }</dd></div>`;
}

const decimalSignOf = memoize(
  (locale) => new Intl.NumberFormat(locale).formatToParts(0.1).find(({ type }) => type === "decimal")?.value ?? ".",
);

/** Without currency and grouping, with the decimal separator of the buyer's language: the format that a bank's form accepts. */
function amountToCopy({ payment, locale }: CheckoutPage): string {
  const plain = toDecimalText(payment.amountCents, payment.currency);
  return plain.replace(".", decimalSignOf(locale));
}

/** For testers: triggers the events that a bank would report. Never on a live page. */
export function simulateBank(page: CheckoutPage): Html | undefined {
  if (!page.isTest) return undefined;
  const { translate } = page;
  const button = (event: string, label: WordKey) =>
    html`<button class="button secondary" name="event" value="${event}">${translate(label)}</button>`;
  return html`<section class="simulate" aria-labelledby="simulate">
<h2 id="simulate">${translate("simulate_heading")}</h2>
<p>${translate("simulate_lead")}</p>
<form method="post" action="${page.url("/simulate")}">
${button("settlement_confirmed", "simulate_full")}
${page.payment.state !== "submitted" && page.payment.amountCents > 1 && button("settlement_partial", "simulate_partial")}
${page.payment.state === "unresolved" && button("provider_rejected", "simulate_reject")}
</form>
</section>`;
}

/** A warning where the buyer could pay again although a transfer may be in progress. */
export function claimNotice(page: CheckoutPage): Html | undefined {
  const { claimedPaidAt } = page.payment;
  return claimedPaidAt === undefined
    ? undefined
    : notice(page.translate("claimed_notice", { time: moment(page, claimedPaidAt) }), "warning");
}

export function notice(text: Html, kind: "warning" | "danger"): Html {
  return html`<div class="notice ${kind}" role="alert"><p>${text}</p></div>`;
}
