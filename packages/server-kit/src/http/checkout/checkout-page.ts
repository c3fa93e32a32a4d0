// The model of one checkout page: the payment behind the link, the URLs of its forms, and how a screen becomes the response.
import { memoize } from "../../domain/memoize.js";
import { formatMoney } from "../../domain/money-text.js";
import { offeredMethods } from "../../domain/offered-methods.js";
import type { Payment, PaymentItem } from "../../domain/payment.js";
import type { PaymentMethod } from "../../domain/payment-method.js";
import { flowStatusOf, isIdle } from "../../domain/payment-state.js";
import type { CheckoutView } from "../../flows/open-checkout.js";
import type { Call } from "../call.js";
import { type Html, html, outsideText } from "../html.js";
import { setPageHeaders } from "../page-headers.js";
import type { CheckoutDependencies } from "./checkout-dependencies.js";
import { amountDue, type LiveScreen, renderDocument, type Screen } from "./document.js";
import { type ChosenLanguage, chooseLanguage, type Language, rememberLanguage } from "./language.js";
import { momentFormat } from "./moment-format.js";
import { isImageAddress } from "./theme.js";
import { createTranslator, type Translator } from "./translator.js";

export interface CheckoutPage extends CheckoutView, Translator {
  dependencies: CheckoutDependencies;
  /** The view that the link requests, such as `choose`; the payment's state decides whether it is shown. */
  wanted: string | undefined;
  isTest: boolean;
  methods: PaymentMethod[];
  /** The amount due, formatted in the buyer's language. */
  money: Html;
  /** The store's name, escaped and isolated for use in a sentence. */
  shopName: Html;
  /** Where the current session is paid; our own sandbox also receives the buyer's language. */
  providerUrl: string | undefined;
  /** A URL of this payment's pages, with the token and language that the link requires. */
  url(path?: string, parameters?: Record<string, string>): string;
  moneyOf(amountCents: number): Html;
}

export function createCheckoutPage(dependencies: CheckoutDependencies, call: Call, view: CheckoutView): CheckoutPage {
  const { payment, store } = view;
  const chosen = chooseLanguage(call);
  const translator = createTranslator(chosen.language, dependencies.theme);
  const moneyOf = (amountCents: number) =>
    html`<span class="money"><bdi>${formatMoney(amountCents, payment.currency, translator.locale)}</bdi></span>`;
  return {
    ...translator,
    ...view,
    dependencies,
    wanted: call.query.view,
    isTest: payment.environment === "test",
    methods: offeredMethods({
      payment,
      store,
      hasReceivedMoney: view.hasReceivedMoney,
      hasBankProvider: dependencies.providers[payment.environment] !== undefined,
      hasCardPage: dependencies.cardPages[payment.environment] !== undefined,
    }),
    money: moneyOf(payment.amountCents),
    moneyOf,
    shopName: outsideText(store.name),
    providerUrl: providerUrl(dependencies, chosen, view.attempt?.redirectUrl),
    url: (path, parameters) => pageUrl(dependencies, payment, chosen, path, parameters),
  };
}

/** Whether the buyer may choose how to pay: not once money has arrived. */
export function mayChoose({ payment, hasReceivedMoney }: CheckoutPage): boolean {
  return isIdle(payment.state) && !hasReceivedMoney;
}

/**
 * Whether the page says that the bank returned the money. Not while the outcome at a bank is open, which may be more money; the screens of other
 * ends do not say that money arrived.
 */
export function saysReturned({ payment: { state }, isAllMoneyReturned }: CheckoutPage): boolean {
  return isAllMoneyReturned && (isIdle(state) || state === "submitted" || state === "settled");
}

/** Identifies what the page shows of a payment; it changes whenever the page is out of date. */
export function progressKey(payment: Payment): string {
  return `${payment.state}-${payment.version}`;
}

export function liveScreen(
  page: CheckoutPage,
  options: Pick<LiveScreen, "reloadSeconds" | "reloadUrl" | "follow">,
): LiveScreen {
  return {
    eventsUrl: page.url("/events"),
    progressUrl: page.url("/progress"),
    key: progressKey(page.payment),
    ...options,
  };
}

export function sendScreen(page: CheckoutPage, call: Call, screen: Screen, forwardTo?: string): void {
  const { ctx } = call;
  const { store, dependencies } = page;
  const logo = logoAddress(store, dependencies.links);
  setPageHeaders(ctx, { baseUrl: dependencies.links.baseUrl, images: [logo, dependencies.theme.logo] });
  if (call.query.lang === page.language) rememberLanguage(call, page.language, dependencies.links.basePath);
  ctx.status = screen.status ?? 200;
  ctx.type = "text/html; charset=utf-8";
  ctx.body = renderDocument({
    translator: page,
    baseUrl: dependencies.links.baseUrl,
    basePath: dependencies.links.basePath,
    assets: dependencies.assets,
    screen,
    shop: { name: store.name, logo, url: webAddress(store.url), environment: page.payment.environment },
    summary: summary(page),
    languageUrl: (language: Language) => switchUrl(page, call, language),
    forwardTo,
  });
}

function summary(page: CheckoutPage): Html {
  const { translate, payment } = page;
  const status = flowStatusOf(payment.state);
  const isReturned = saysReturned(page);
  const hasNoStatusColor = isReturned || payment.state === "cancelled" || payment.state === "expired";
  return html`<section class="summary" aria-label="${translate("amount")}">
${amountDue(page.money, formatMoney(payment.amountCents, payment.currency, page.locale))}
${payment.description !== undefined && html`<p class="description">${outsideText(payment.description)}</p>`}
${payment.items && orderLines(page, payment.items)}
<dl>
<div><dt>${translate("order")}</dt><dd>${outsideText(payment.orderId)}</dd></div>
<div><dt>${translate("reference")}</dt><dd>${outsideText(payment.remittanceInfo)}</dd></div>
${mayChoose(page) && html`<div><dt>${translate("pay_by")}</dt><dd>${moment(page, payment.expiresAt)}</dd></div>`}
</dl>
<p class="flow flow-${hasNoStatusColor ? "ended" : status}" data-flow-status="${status}"><span class="dot" aria-hidden="true"></span>${translate(isReturned ? "status_failed" : `status_${status}`)}</p>
</section>`;
}

/** The order's lines as the merchant sent them; more than four are folded. */
function orderLines({ translate, moneyOf, locale }: CheckoutPage, items: PaymentItem[]): Html {
  const count = new Intl.NumberFormat(locale);
  return html`<details class="items"${items.length <= 4 && html` open`}><summary>${translate("items")} (${count.format(items.length)})</summary>
<ul>${items.map(
    ({ name, quantity, amountCents }) =>
      html`<li><span>${quantity !== undefined && quantity !== 1 && html`${count.format(quantity)} × `}${outsideText(name)}</span>${amountCents !== undefined && moneyOf(amountCents)}</li>`,
  )}</ul></details>`;
}

const momentsIn = memoize((locale) => new Intl.DateTimeFormat(locale, { ...momentFormat, timeZone: "UTC" }));

/** In the reader's time zone, with UTC beside it where that differs. */
export function exactMoment(page: Pick<CheckoutPage, "locale">, at: number): Html {
  const text = momentsIn(page.locale).format(at);
  return html`${moment(page, at)}<span class="utc" data-utc hidden>${text}</span>`;
}

/** A time with its zone: UTC in the HTML, converted to the reader's zone by the script. */
export function moment({ locale }: Pick<CheckoutPage, "locale">, at: number): Html {
  const text = momentsIn(locale).format(at);
  return html`<time datetime="${new Date(at).toISOString()}" data-moment>${text}</time>`;
}

function webAddress(text: string | undefined): string | undefined {
  return text !== undefined && /^https?:\/\//i.test(text) && URL.canParse(text) ? text : undefined;
}

/** An uploaded logo is loaded from the same origin as the page. */
function logoAddress(
  { merchantId, logo, logoFile }: CheckoutPage["store"],
  { basePath, baseUrl, storeLogo }: CheckoutDependencies["links"],
): string | undefined {
  if (logoFile !== undefined) return `${basePath}${storeLogo(merchantId, logoFile).slice(baseUrl.length)}`;
  return logo !== undefined && isImageAddress(logo) ? logo : undefined;
}

/** The same page in another language; the payment's main page where the current one is not reachable by GET. */
function switchUrl(page: CheckoutPage, call: Call, lang: Language): string {
  const path = call.ctx.method === "POST" ? "" : subPath(call);
  return page.url(path, { ...(page.wanted === undefined ? {} : { view: page.wanted }), lang });
}

function subPath({ ctx, params }: Call): string {
  const marker = `/checkout/${params.paymentId}`;
  const at = ctx.path.indexOf(marker);
  const rest = at === -1 ? "" : ctx.path.slice(at + marker.length).replace(/\/$/, "");
  return /^\/[a-z-]+$/.test(rest) ? rest : "";
}

function providerUrl(
  { links }: CheckoutDependencies,
  { language, isChosen }: ChosenLanguage,
  redirectUrl: string | undefined,
): string | undefined {
  const isOurs = redirectUrl?.startsWith(`${links.baseUrl}/sandbox/`) ?? false;
  return isOurs && isChosen ? `${redirectUrl}?lang=${language}` : redirectUrl;
}

function pageUrl(
  { links }: CheckoutDependencies,
  payment: Payment,
  chosen: ChosenLanguage,
  path = "",
  parameters: Record<string, string> = {},
): string {
  const query = { token: payment.checkoutToken, ...(chosen.isExplicit && { lang: chosen.language }), ...parameters };
  const fields = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `${links.basePath}/checkout/${encodeURIComponent(payment.paymentId)}${path}?${fields.join("&")}`;
}
