// What a tester sees of the sandbox bank: the outcomes to pick from, what each would tell the merchant, and what was sent so far.
import { formatMoney } from "../../domain/money-text.js";
import { toWireReference } from "../../domain/remittance.js";
import { previewEvent } from "../../flows/preview-sandbox-event.js";
import type { Call } from "../call.js";
import { createSpeaker, renderDocument } from "../checkout/page.js";
import { type Html, html, outsideText } from "../html.js";
import { setPageHeaders } from "../page-headers.js";
import { type BankOutcome, bankOutcomes, outcomesFor } from "./bank-outcomes.js";
import { pagePath, type SandboxPageDependencies, type SandboxSession } from "./bank-session.js";

export async function answerBankPage(
  dependencies: SandboxPageDependencies,
  call: Call,
  session: SandboxSession,
): Promise<void> {
  const { ctx, query } = call;
  const { links, theme, assets, storage } = dependencies;
  const { payment, store, attempt } = session;
  const deliveries = await storage.read((records) =>
    records.deliveries.listOfPayment(payment.paymentId, { limit: 10 }),
  );
  const picked = bankOutcomes.find(({ name }) => name === query.outcome);
  const checkout = `${links.basePath}/checkout/${payment.paymentId}/return?token=${payment.checkoutToken}`;
  const name = attempt.kind === "card" ? "Sandbox card page" : "Sandbox bank";
  // For testers, who read the documentation in English too.
  const speaker = createSpeaker("en", theme);
  setPageHeaders(ctx, { baseUrl: links.baseUrl, images: [theme.logo] });
  ctx.status = 200;
  ctx.type = "text/html; charset=utf-8";
  ctx.body = renderDocument({
    speaker: { ...speaker, words: { ...speaker.words, title_suffix: name } },
    basePath: links.basePath,
    assets,
    shop: { name, logo: undefined, environment: "test" },
    summary: html`<section class="summary" aria-label="Payment">
<p class="due"><span class="money"><bdi>${formatMoney(payment.amountCents, payment.currency, "en")}</bdi></span></p>
<dl>
<div><dt>To</dt><dd>${outsideText(store.name)}</dd></div>
<div><dt>Order</dt><dd>${outsideText(payment.orderId)}</dd></div>
<div><dt>Reference</dt><dd>${outsideText(toWireReference(payment.remittanceInfo))}</dd></div>
<div><dt>State</dt><dd>${payment.state}</dd></div>
</dl></section>`,
    screen: {
      title: "sandbox_heading",
      main: html`<h1>Pick what ${attempt.kind === "card" ? "the card processor" : "the bank"} answers</h1>
${picked && verdict(picked, query.verdict === "ignored")}
${picked && html`<p><a class="button primary" href="${checkout}">Continue to the checkout</a></p>`}
${picked === undefined ? outcomes(dependencies, session) : html`<details><summary>Send more news</summary>${outcomes(dependencies, session)}</details>`}
${!picked && html`<p class="actions"><a href="${checkout}">Leave without an answer</a></p>`}
<h2>Webhooks so far</h2>
${
  deliveries.length === 0
    ? html`<p class="quiet-text">${store.webhookUrl === undefined ? "None: the store has no webhook URL." : "None yet."}</p>`
    : html`<ul class="plain">${deliveries.map(
        ({ deliveryId, status, body, state }) =>
          html`<li><details><summary>${status ?? "verification"} · ${state}</summary><p class="quiet-text">X-Service-Delivery: <code>${deliveryId}</code></p><pre class="code-text" tabindex="0">${bodyText(body)}</pre></details></li>`,
      )}</ul>`
}`,
    },
  });
}

function outcomes(dependencies: SandboxPageDependencies, session: SandboxSession): Html {
  return html`<p>No money moves. Under each outcome stands what ${outsideText(session.store.name)} would be told by webhook.</p>
<form method="post" action="${pagePath(dependencies, session.attempt)}">
<ul class="outcomes">
${outcomesFor(session.attempt).map((outcome) => outcomeItem(dependencies, session, outcome))}
</ul>
</form>`;
}

function verdict({ label }: BankOutcome, isIgnored: boolean): Html {
  return isIgnored
    ? html`<div class="notice warning" role="status"><p>“${label}” was recorded and changed nothing: the payment’s state does not allow it.</p></div>`
    : html`<div class="notice" role="status"><p>“${label}” is done. What the merchant is told stands below.</p></div>`;
}

function outcomeItem(
  { clock }: SandboxPageDependencies,
  { payment, store }: SandboxSession,
  { name, label, news }: BankOutcome,
): Html {
  const { isAllowed, announcedStatus, currentStatus } = previewEvent(payment, store, news(payment), clock.now());
  const told =
    announcedStatus !== undefined
      ? html`Webhook: <code>transaction.status_changed</code> with status <strong>${announcedStatus}</strong>`
      : isAllowed
        ? html`No webhook: the status stays <strong>${currentStatus}</strong>`
        : html`Recorded, changes nothing while the payment is <strong>${payment.state}</strong>`;
  return html`<li><button class="button ${name === "pay" ? "primary" : "secondary"}" name="outcome" value="${name}">${label}</button><p>${told}</p></li>
`;
}

function bodyText(body: Uint8Array | string): string {
  return typeof body === "string" ? body : new TextDecoder().decode(body);
}
