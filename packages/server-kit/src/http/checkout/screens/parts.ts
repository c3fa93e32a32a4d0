// Pieces that several screens share: forms with one button, the transfer details, the way back to the shop.
import { toDecimalText } from "../../../domain/currency-exponent.js";
import { groupIban } from "../../../domain/iban.js";
import { keepResults } from "../../../domain/keep-results.js";
import { type Html, html, outsideText } from "../../html.js";
import { type CheckoutPage, moment } from "../checkout-page.js";
import type { WordKey } from "../language.js";

/** A form that is one button; `name`/`value` say which where a form has several endings. */
export function buttonForm(
  page: CheckoutPage,
  path: string,
  label: WordKey,
  look: "primary" | "secondary" | "quiet" | "danger" = "primary",
): Html {
  return html`<form method="post" action="${page.url(path)}" class="one-button"><button class="button ${look}">${page.say(label)}</button></form>`;
}

export function linkButton(href: string, label: Html, look: "primary" | "secondary" | "quiet"): Html {
  return html`<a class="button ${look}" href="${href}" rel="noreferrer">${label}</a>`;
}

/** The shop's return address carries no word about the outcome: whoever reads it there could not trust it. */
export function backToShop(page: CheckoutPage, look: "primary" | "secondary" | "quiet" = "primary"): Html {
  const { payment, store, say, shopName } = page;
  const target = payment.returnUrl ?? store.url;
  return target === undefined || !/^https?:\/\//i.test(target)
    ? html`<p class="quiet-text print-hidden">${say("close_page")}</p>`
    : linkButton(target, say("back_to_shop", { shop: shopName }), look);
}

/** Recipient, account, amount and reference, each with a button that copies it. */
export function transferDetails(page: CheckoutPage): Html {
  const { say, store, payment } = page;
  const account = store.bankAccount;
  if (account === undefined) return html``;
  const plainAmount = page.money;
  return html`<dl class="details">
${detail(page, "account_holder", outsideText(account.accountHolder), account.accountHolder)}
${detail(page, "iban", html`<span class="iban" translate="no">${inGroups(account.iban)}</span>`, account.iban)}
${account.bic !== "" && detail(page, "bic", html`<span translate="no">${account.bic}</span>`)}
${account.bankName !== "" && detail(page, "bank", outsideText(account.bankName))}
${detail(page, "amount", plainAmount, amountToCopy(page))}
${detail(page, "reference", html`<bdi translate="no">${payment.remittanceInfo}</bdi>`, payment.remittanceInfo)}
</dl>
<p class="visually-hidden" id="copy-done">${say("copied")}</p>`;
}

/** Groups of four that stay whole at the end of a line. */
function inGroups(iban: string): Html[] {
  return groupIban(iban)
    .split(" ")
    .map((group) => html`<span>${group}</span> `);
}

function detail(page: CheckoutPage, label: WordKey, value: Html, copied?: string): Html {
  const { say, words } = page;
  return html`<div><dt>${say(label)}</dt><dd><span class="value">${value}</span>${
    copied !== undefined &&
    html`<button type="button" class="copy" data-copy="${copied}" data-done="${words.copied}"><span aria-hidden="true">${say("copy")}</span><span class="visually-hidden">${say("copy_what", { what: words[label] })}</span></button>`
  }</dd></div>`;
}

const decimalSignOf = keepResults(
  (language) => new Intl.NumberFormat(language).formatToParts(0.1).find(({ type }) => type === "decimal")?.value ?? ".",
);

/** Without currency and grouping, with the decimal sign of the buyer's language: what a bank's form takes. */
function amountToCopy({ payment, language }: CheckoutPage): string {
  const plain = toDecimalText(payment.amountCents, payment.currency);
  return plain.replace(".", decimalSignOf(language));
}

/** For testers: brings the news that a bank would bring. Never on a live page. */
export function simulateBank(page: CheckoutPage): Html | undefined {
  if (!page.isTest) return undefined;
  const { say } = page;
  const button = (event: string, label: WordKey) =>
    html`<button class="button secondary" name="event" value="${event}">${say(label)}</button>`;
  return html`<section class="simulate" aria-labelledby="simulate">
<h2 id="simulate">${say("simulate_heading")}</h2>
<p>${say("simulate_lead")}</p>
<form method="post" action="${page.url("/simulate")}">
${button("settlement_confirmed", "simulate_full")}
${page.payment.state !== "submitted" && page.payment.amountCents > 1 && button("settlement_partial", "simulate_partial")}
${page.payment.state === "unresolved" && button("provider_rejected", "simulate_reject")}
</form>
</section>`;
}

/** Where the buyer could pay although a transfer may be under way. */
export function claimNotice(page: CheckoutPage): Html | undefined {
  const { claimedPaidAt } = page.payment;
  return claimedPaidAt === undefined
    ? undefined
    : notice(page.say("claimed_notice", { time: moment(page, claimedPaidAt) }), "warning");
}

export function notice(text: Html, kind: "info" | "warning" | "danger" = "info"): Html {
  return html`<div class="notice ${kind}" role="${kind === "info" ? "note" : "alert"}"><p>${text}</p></div>`;
}
