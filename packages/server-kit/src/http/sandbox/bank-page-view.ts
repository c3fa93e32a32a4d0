// The view of the sandbox bank: the outcomes, the webhook that each would send to the merchant, and the webhooks sent so far.
import type { Delivery } from "../../domain/delivery.js";
import { formatMoney } from "../../domain/money-text.js";
import { placeOfKind } from "../../domain/payment.js";
import { toWireReference } from "../../domain/remittance.js";
import { previewEvent } from "../../flows/preview-sandbox-event.js";
import type { Call } from "../call.js";
import type { CheckoutDependencies } from "../checkout/checkout-dependencies.js";
import { amountDue, renderDocument } from "../checkout/document.js";
import { chooseLanguage, type Language } from "../checkout/language.js";
import { createTranslator } from "../checkout/translator.js";
import { type Html, html, outsideText } from "../html.js";
import { setPageHeaders } from "../page-headers.js";
import { type BankOutcome, bankOutcomes, outcomesFor } from "./bank-outcomes.js";
import { pagePath, type SandboxSession } from "./bank-session.js";
import { type SandboxTranslate, sandboxTranslator } from "./sandbox-words.js";

/** At most this many webhooks are shown. */
const maxShownDeliveries = 10;

/** The model of one rendering: its content, its language, and the target of its form. */
interface BankPage extends SandboxSession {
  dependencies: CheckoutDependencies;
  language: Language;
  /** The language was selected here; links then carry it. */
  isExplicit: boolean;
  translate: SandboxTranslate;
  path: string;
}

export async function sendBankPage(
  dependencies: CheckoutDependencies,
  call: Call,
  session: SandboxSession,
): Promise<void> {
  const { ctx, query } = call;
  const { links, theme, assets, storage } = dependencies;
  const { payment, attempt } = session;
  const { language, isExplicit } = chooseLanguage(call);
  const translate = sandboxTranslator(language);
  const path = pagePath(dependencies, attempt);
  const page: BankPage = { ...session, dependencies, language, isExplicit, translate, path };
  const deliveries = await storage.read((records) =>
    records.deliveries.listOfPayment(payment.paymentId, { limit: maxShownDeliveries }),
  );
  const picked = bankOutcomes.find(({ name }) => name === query.outcome);
  const isIgnored = query.verdict === "ignored";
  const outcomeQuery = picked && { outcome: picked.name, verdict: isIgnored ? "ignored" : "done" };
  const translator = createTranslator(language, theme);
  const place = placeOfKind[attempt.kind];
  const heading = translate(`heading_${place}`);
  const mark = translate("mark").toString();
  setPageHeaders(ctx, { baseUrl: links.baseUrl, images: [theme.logo] });
  ctx.status = 200;
  ctx.type = "text/html; charset=utf-8";
  ctx.body = renderDocument({
    translator: { ...translator, words: { ...translator.words, title_suffix: mark } },
    baseUrl: links.baseUrl,
    basePath: links.basePath,
    assets,
    shop: { name: translate(place).toString(), logo: undefined, environment: "test", tag: mark },
    summary: summary(page, translator),
    screen: {
      title: { text: heading.toString() },
      main: html`<h1>${heading}</h1>
${
  picked === undefined
    ? html`${choice(page)}
<p class="actions"><a href="${checkoutPath(page)}">${translate("leave")}</a></p>`
    : renderResult(page, picked, isIgnored)
}
<h2>${translate("webhooks")}</h2>
${webhooks(page, deliveries)}`,
    },
    languageUrl: (lang) => `${path}?${new URLSearchParams({ ...outcomeQuery, lang })}`,
  });
}

function renderResult(page: BankPage, outcome: BankOutcome, isIgnored: boolean): Html {
  const { translate, store } = page;
  const text = translate(isIgnored ? "ignored" : "done", {
    outcome: translate(outcome.label),
    shop: outsideText(store.name),
  });
  return html`<div class="notice${isIgnored && " warning"}" role="status"><p>${text}</p></div>
<p><a class="button primary" href="${checkoutPath(page)}">${translate("continue")}</a></p>
<details><summary>${translate("more")}</summary>${choice(page)}</details>`;
}

/** Returns the buyer as a bank would, with the language that was selected here. */
function checkoutPath({ dependencies, payment, language, isExplicit }: BankPage): string {
  const query = new URLSearchParams({ token: payment.checkoutToken, ...(isExplicit ? { lang: language } : {}) });
  return `${dependencies.links.basePath}/checkout/${payment.paymentId}/return?${query}`;
}

function summary(
  { payment, store, translate }: BankPage,
  { translate: translateCheckout, locale }: ReturnType<typeof createTranslator>,
): Html {
  const money = formatMoney(payment.amountCents, payment.currency, locale);
  return html`<section class="summary" aria-label="${translateCheckout("amount")}">
${amountDue(html`<span class="money"><bdi>${money}</bdi></span>`, money)}
<dl>
<div><dt>${translate("to")}</dt><dd>${outsideText(store.name)}</dd></div>
<div><dt>${translateCheckout("order")}</dt><dd>${outsideText(payment.orderId)}</dd></div>
<div><dt>${translateCheckout("reference")}</dt><dd>${outsideText(toWireReference(payment.remittanceInfo))}</dd></div>
<div><dt>${translate("state")}</dt><dd><code translate="no">${payment.state}</code></dd></div>
</dl></section>`;
}

function choice(page: BankPage): Html {
  const action = page.isExplicit ? `${page.path}?lang=${page.language}` : page.path;
  return html`<p>${page.translate("lead", { shop: outsideText(page.store.name) })}</p>
<form method="post" action="${action}">
<ul class="outcomes">
${outcomesFor(page.attempt).map((outcome) => outcomeItem(page, outcome))}
</ul>
</form>`;
}

function outcomeItem(page: BankPage, { name, label, eventFor }: BankOutcome): Html {
  const { dependencies, payment, translate } = page;
  const { isAllowed, announcedStatus, currentStatus } = previewEvent(page, eventFor(payment), dependencies.clock.now());
  const effect =
    announcedStatus !== undefined
      ? translate("webhook_sent", {
          event: html`<code translate="no">transaction.<wbr>status_changed</code>`,
          status: html`<strong>${word(announcedStatus)}</strong>`,
        })
      : isAllowed
        ? translate("webhook_not_sent", { status: html`<strong>${word(currentStatus)}</strong>` })
        : translate("event_ignored", { state: word(payment.state) });
  return html`<li${!isAllowed && html` class="idle"`}><button class="button ${name === "pay" ? "primary" : "secondary"}" name="outcome" value="${name}">${translate(label)}</button><p>${effect}</p></li>
`;
}

function webhooks({ store, translate }: BankPage, deliveries: readonly Delivery[]): Html {
  if (deliveries.length === 0) {
    return html`<p class="quiet-text">${translate(store.webhookUrl === undefined ? "webhooks_no_url" : "webhooks_none")}</p>`;
  }
  return html`<ul class="plain">${deliveries.map(
    ({ deliveryId, event, status, body, state }) =>
      html`<li><details><summary>${word(status ?? event)} · ${word(state)}</summary><p class="quiet-text">X-Service-Delivery: ${word(deliveryId)}</p><pre class="code-text" tabindex="0" translate="no">${bodyText(body)}</pre></details></li>`,
  )}</ul>`;
}

/** A value of the contract, the same in every language. */
function word(text: string): Html {
  return html`<code translate="no">${text}</code>`;
}

function bodyText(body: Uint8Array | string): string {
  return typeof body === "string" ? body : new TextDecoder().decode(body);
}
