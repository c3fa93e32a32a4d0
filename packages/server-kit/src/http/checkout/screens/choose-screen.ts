// The choice among the payment methods offered for this payment.
import type { PaymentMethod } from "../../../domain/payment-method.js";
import { showsAccount } from "../../../domain/payment-state.js";
import { Html, html } from "../../html.js";
import { type CheckoutPage, liveScreen } from "../checkout-page.js";
import type { Screen } from "../document.js";
import type { WordKey } from "../language.js";
import { backToShop, claimNotice, notice, simulateBank } from "./screen-elements.js";

/** The notices that a URL may request; any other value shows none. */
const noticeOfHint = {
  provider_unavailable: "notice_provider_unavailable",
  card_page_unavailable: "notice_card_page_unavailable",
  method_unavailable: "notice_method_unavailable",
} satisfies Record<string, WordKey>;
export type ChoiceHint = keyof typeof noticeOfHint;

/**
 * Notices for a payment that returned from a bank or card page, by its last event. None for `provider.abandoned`: whoever left that page may
 * have paid there, or still pay.
 */
const noticeOfEvent: Record<string, WordKey> = {
  "provider.rejected": "notice_rejected",
  "provider.cancelled": "notice_cancelled",
  "provider.session_expired": "notice_session_expired",
  "session.ended": "notice_session_ended",
};

/** The same for a buyer who may have paid in another way: none says that nothing was charged. */
const noticeOfEventWhenMaybePaid: Record<string, WordKey> = {
  "provider.rejected": "notice_rejected_maybe_paid",
  "provider.cancelled": "notice_cancelled_maybe_paid",
  "provider.session_expired": "notice_session_ended",
  "session.ended": "notice_session_ended",
};

export function chooseScreen(
  page: CheckoutPage,
  { hint, isMissing = false }: { hint?: string | undefined; isMissing?: boolean } = {},
): Screen {
  const { translate, methods, payment, lastEntry } = page;
  if (methods.length === 0) return nothingOffered(page);
  const notices = page.mayHavePaid ? noticeOfEventWhenMaybePaid : noticeOfEvent;
  const afterEvent = payment.state === "opened" ? notices[lastEntry?.event ?? ""] : undefined;
  const said = isHint(hint) ? noticeOfHint[hint] : afterEvent;
  const chosen = preselected(page);
  return {
    title: "choose_heading",
    status: isMissing ? 422 : 200,
    live: liveScreen(page, { follow: "all" }),
    main: html`<h1>${translate("choose_heading")}</h1>
${isMissing && notice(translate("choose_required"), "danger")}
${!isMissing && said && notice(translate(said), "warning")}
${claimNotice(page)}
<form method="post" action="${page.url("/choose")}">
<fieldset class="tiles">
<legend class="visually-hidden">${translate("choose_legend")}</legend>
${methods.map((method) => tile(page, method, method === chosen))}
</fieldset>
<button class="button primary">${translate("choose_continue")}</button>
</form>
<p class="actions"><a href="${page.url("/cancel")}">${translate("cancel_link")}</a></p>`,
  };
}

function isHint(text: string | undefined): text is ChoiceHint {
  return text !== undefined && Object.hasOwn(noticeOfHint, text);
}

function tile({ translate }: CheckoutPage, method: PaymentMethod, isChosen: boolean): Html {
  return html`<label class="tile">
<input type="radio" name="method" value="${method}" required${isChosen && html` checked`}>
<span class="tile-icon">${icons[method]}</span>
<span class="tile-text"><span class="tile-name">${translate(`method_${method}`)}</span><span class="tile-hint">${translate(`method_${method}_hint`)}</span><span class="tile-hint">${translate(`method_${method}_time`)}</span></span>
</label>
`;
}

/** The method in use, else the requested one, else the only one. */
function preselected({ payment, methods }: CheckoutPage): PaymentMethod | undefined {
  const hasChosen = showsAccount(payment.state) || payment.attemptCount > 0;
  const wanted = hasChosen ? payment.paymentMethod : payment.requestedMethod;
  if (wanted !== undefined && methods.includes(wanted)) return wanted;
  return methods.length === 1 ? methods[0] : undefined;
}

function nothingOffered(page: CheckoutPage): Screen {
  return {
    title: "choose_heading",
    live: liveScreen(page, { follow: "all" }),
    main: html`<h1>${page.translate("choose_heading")}</h1>
${notice(page.translate("choose_none", { shop: page.shopName }), "warning")}
${backToShop(page)}
${simulateBank(page)}`,
  };
}

const icon = (path: string) =>
  new Html(
    `<svg viewBox="0 0 24 24" width="28" height="28" fill="none" stroke="currentColor" stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true" focusable="false">${path}</svg>`,
  );

const icons: Record<PaymentMethod, Html> = {
  qr_pay: icon(
    '<rect x="3.5" y="3.5" width="6.5" height="6.5" rx="1"/><rect x="14" y="3.5" width="6.5" height="6.5" rx="1"/><rect x="3.5" y="14" width="6.5" height="6.5" rx="1"/><path d="M14 14h2.5v2.5M20.5 14v.01M14 20.5v-.01M17.5 20.5h3v-3"/>',
  ),
  open_bank_transfer: icon(
    '<path d="M3.5 9.5 12 4l8.5 5.5z"/><path d="M5.5 10v7M10 10v7M14 10v7M18.5 10v7M3.5 20h17"/>',
  ),
  card_processing: icon('<rect x="3" y="5.5" width="18" height="13" rx="2"/><path d="M3 10h18M6.5 15h4"/>'),
  bank_transfer: icon('<path d="M4 8.5h15l-3.5-3.5M20 15.5H5l3.5 3.5"/>'),
};
