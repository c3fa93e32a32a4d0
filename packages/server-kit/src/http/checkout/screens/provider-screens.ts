// Screens for a buyer who is at the bank or card page, being redirected there, or back before the outcome is known.
import { placeOfKind } from "../../../domain/payment.js";
import { type Html, html } from "../../html.js";
import { type CheckoutPage, liveScreen } from "../checkout-page.js";
import type { Screen } from "../document.js";
import type { WordKey } from "../language.js";
import { backToShop, buttonForm, claimNotice, linkButton, simulateBank } from "./screen-elements.js";

const isCard = ({ attempt }: CheckoutPage) => attempt !== undefined && placeOfKind[attempt.kind] === "card";

/**
 * Between our form and the provider's page: a form may only redirect to our own origin, because of the policy `form-action 'self'`; a link
 * on this page then leads to the provider.
 */
export function handoverScreen(page: CheckoutPage, target: string): Screen {
  const { translate } = page;
  const title = isCard(page) ? "handover_card_heading" : "handover_heading";
  return {
    title,
    main: html`<div class="state-mark waiting" aria-hidden="true"></div>
<h1>${translate(title)}</h1>
<p>${translate("handover_lead")}</p>
<p><a class="button primary" href="${target}" rel="noreferrer" data-forward>${translate("handover_continue")}</a></p>`,
  };
}

/** For a buyer who reopens the checkout while the payment is open at the provider. */
export function atProviderScreen(page: CheckoutPage): Screen {
  const { translate, providerUrl } = page;
  const title = isCard(page) ? "at_card_heading" : "at_bank_heading";
  return {
    title,
    live: liveScreen(page, { follow: "all", reloadSeconds: 10 }),
    main: html`<h1>${translate(title)}</h1>
<p>${translate("at_provider_lead")}</p>
${claimNotice(page)}
${
  providerUrl !== undefined &&
  linkButton(providerUrl, translate(isCard(page) ? "at_card_continue" : "at_bank_continue"), "primary")
}
${wayOut(page)}`,
  };
}

/**
 * Never reports a failure, because the outcome is not known yet. `reloadUrl` is the target of the reload without JavaScript; left out, the
 * same address.
 */
export function confirmingScreen(page: CheckoutPage, reloadUrl?: string): Screen {
  const { translate, payment, shopName: shop } = page;
  const received = receivedSoFar(page);
  const title = received === undefined ? "confirming_heading" : "partial_heading";
  const lead =
    received !== undefined
      ? translate("partial_lead", { received: page.moneyOf(received), amount: page.money, shop })
      : translate(confirmingLead(page), { shop });
  return {
    title,
    live: liveScreen(page, { follow: "all", reloadSeconds: 5, reloadUrl }),
    main: html`${received === undefined && html`<div class="state-mark waiting" aria-hidden="true"></div>`}
<h1>${translate(title)}</h1>
<p>${lead}</p>
${backToShop(page, "secondary")}
${payment.state === "at_provider" && !page.hasReceivedMoney && unfinishedAtProvider(page)}
${payment.state !== "at_provider" && payment.state !== "created" && simulateBank(page)}`,
  };
}

/** Folded: the buyer has probably finished there, or paid in another way. */
export function unfinishedAtProvider(page: CheckoutPage): Html {
  const { translate, providerUrl } = page;
  return html`<details><summary>${translate(isCard(page) ? "not_finished_card" : "not_finished")}</summary>
${claimNotice(page)}
${providerUrl !== undefined && linkButton(providerUrl, translate(isCard(page) ? "at_card_continue" : "at_bank_continue"), "secondary")}
${wayOut(page)}</details>`;
}

function confirmingLead(page: CheckoutPage): WordKey {
  if (page.payment.state !== "unresolved") return "confirming_lead";
  return isCard(page) ? "unresolved_card_lead" : "unresolved_lead";
}

function wayOut(page: CheckoutPage): Html | undefined {
  if (page.payment.checkoutMode !== "foxpay_checkout") return undefined;
  return html`${buttonForm(page, "/back", "choose_other", "quiet")}
<p class="quiet-text">${page.translate("back_note")}</p>`;
}

/** The amount received so far, in minor units; undefined when it is zero, covers the whole amount, or the rest may be on its way. */
function receivedSoFar({ payment, receivedCents }: CheckoutPage): number | undefined {
  const isPart = payment.state !== "unresolved" && receivedCents > 0 && receivedCents < payment.amountCents;
  return isPart ? receivedCents : undefined;
}
