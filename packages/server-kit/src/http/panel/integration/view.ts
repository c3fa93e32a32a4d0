// The view of the Integration tab: API keys, the webhook URL and its secret, and Integration Verification.
import type { Store } from "../../../domain/store.js";
import type { IntegrationVerification } from "../../../domain/verification-response.js";
import { maskQuery } from "../../../domain/webhook-url.js";
import { type ApiKeyView, listApiKeys } from "../../../flows/manage-api-keys.js";
import type { StoreView } from "../../../flows/stores/change-store.js";
import { type Html, type HtmlValue, html } from "../../html.js";
import { badge, confirmButton, copyable, dataTable, emptyState, modeBadge, moment } from "../elements.js";
import { type FormValues, filledFromField } from "../filled-from.js";
import { selectField, textField } from "../form-fields.js";
import { type FormFill, filled, storedFill } from "../form-fill.js";
import { sendPage } from "../page.js";
import type { PanelDependencies } from "../panel-dependencies.js";
import type { StoreVisit } from "../visit.js";

/** What this response shows in addition to the usual content. */
export interface IntegrationNotes {
  top?: HtmlValue;
  verification?: IntegrationVerification;
  /** The form for the webhook URL, when it is shown again after a refusal. */
  urlFill?: FormFill;
  status?: number;
}

export async function showIntegration(
  dependencies: PanelDependencies,
  visit: StoreVisit,
  notes: IntegrationNotes = {},
): Promise<void> {
  const { merchantId } = visit.store;
  const keys = await listApiKeys(dependencies, merchantId);
  const stored = await dependencies.storage.read((records) => records.stores.find(merchantId));
  sendPage(visit.call, visit.frame, {
    title: "Integration",
    current: "/integration",
    ...(notes.status !== undefined && { status: notes.status }),
    body: html`${notes.top}
${renderKeys(dependencies, visit, keys)}
<div class="two">${renderWebhookUrl(visit, notes)}${renderWebhookSecret(visit, stored)}</div>
${renderVerification(visit, notes.verification)}
${renderFirstCall(dependencies, visit, keys)}`,
  });
}

function renderKeys({ environments, clock }: PanelDependencies, visit: StoreVisit, keys: ApiKeyView[]): Html {
  const mayWrite = visit.may("keys:write");
  const now = clock.now();
  const rows = [...keys]
    .reverse()
    .map((key): HtmlValue[] => [
      html`<code class="whole">${key.prefix}…</code>${key.scopes.length > 0 && html` <span class="hint">${key.scopes.join(", ")}</span>`}`,
      html`${modeBadge(key.environment)}${key.isLegacy && html` ${badge("legacy", "warn")}`}`,
      keyState(key, now),
      moment(key.createdAt),
      key.lastUsedAt === undefined ? html`<span class="hint">never</span>` : moment(key.lastUsedAt),
      mayWrite && key.revokedAt === undefined && keyActions(visit, key),
    ]);
  const columns = ["Key", "Mode", "State", "Created", "Last used", "Actions"].map((label) => ({ label }));
  return html`<section class="card" aria-labelledby="keys-title">
<h2 id="keys-title">API keys</h2>
<p class="hint">For your backend only. To rotate: generate a new key, deploy it, then revoke the old one. “Rotate” generates a key with the same scopes, valid for as long as the old one was when it was new.</p>
${
  rows.length > 0
    ? dataTable("API keys of this store", mayWrite ? columns : columns.slice(0, 5), rows)
    : emptyState(
        "There is no API key yet",
        mayWrite
          ? "Generate a test key below and make your first call with it."
          : "A developer or owner of the store can generate one.",
      )
}
${
  mayWrite &&
  html`<form method="post" action="${visit.storePath("/api-keys")}" class="row end spaced">${visit.formGuard()}
${selectField({ name: "environment", label: "Mode", options: environments.map((word) => [word, word === "test" ? "Test" : "Live"] as const) })}
${selectField({
  name: "days",
  label: "Expires",
  options: [
    ["", "Never"],
    ["30", "In 30 days"],
    ["90", "In 90 days"],
    ["365", "In a year"],
  ],
})}
<button>Generate key</button></form>`
}
</section>`;
}

function keyState(key: ApiKeyView, now: number): HtmlValue {
  if (key.revokedAt !== undefined)
    return html`${badge("revoked", "bad")} <span class="hint">${moment(key.revokedAt)}</span>`;
  if (key.expiresAt === undefined) return badge("active", "good");
  return key.expiresAt <= now
    ? html`${badge("expired", "bad")} <span class="hint">${moment(key.expiresAt)}</span>`
    : html`${badge("active", "good")} <span class="hint">until ${moment(key.expiresAt)}</span>`;
}

function keyActions(visit: StoreVisit, key: ApiKeyView): Html {
  const keyPath = visit.storePath(`/api-keys/${encodeURIComponent(key.id)}`);
  const rotate = html`<form method="post" action="${keyPath}/rotate">${visit.formGuard()}<button class="link">Rotate<span class="sr"> ${key.prefix}</span></button></form>`;
  const revoke = confirmButton(
    "Revoke",
    html`Calls with <code>${key.prefix}…</code> are rejected at once. This cannot be undone.`,
    html`<form method="post" action="${keyPath}/revoke">${visit.formGuard()}<button class="danger">Revoke this key</button></form>`,
  );
  return html`<div class="row">${rotate}${revoke}</div>`;
}

function renderWebhookOff({ store: { webhookOff } }: StoreVisit): HtmlValue {
  return (
    webhookOff &&
    html`<p>${badge("switched off", "bad")} Nothing has been sent to this URL since ${moment(webhookOff.at)}: ${webhookOff.reason}. Deliveries wait until the operator switches it on again; payments continue.</p>`
  );
}

function renderWebhookUrl(visit: StoreVisit, { urlFill = storedFill }: IntegrationNotes): Html {
  const { store } = visit;
  return html`<section class="card" aria-labelledby="url-title"><h2 id="url-title">Webhook URL</h2>
${renderWebhookOff(visit)}
${
  visit.may("webhooks:write")
    ? html`<form method="post" action="${visit.storePath("/webhook-url")}">${visit.formGuard()}${filledFromField(webhookUrlValues(store))}
${textField({
  ...filled(urlFill, "webhookUrl", store.webhookUrl),
  label: "Webhook URL",
  type: "url",
  hint: "An https address of your backend. Leave it empty to receive nothing.",
  maxLength: 2048,
})}<button>Save</button></form>`
    : html`<p>${store.webhookUrl === undefined ? "None is set: ask an owner or developer of the store." : html`<code>${maskQuery(store.webhookUrl)}</code>`}</p>`
}</section>`;
}

/** @param stored read after the change that this response reports */
function renderWebhookSecret(visit: StoreVisit, stored: Store | undefined): Html {
  const hasAnnouncedSecret = stored?.sealedNextWebhookSecret !== undefined;
  const guard = html`${visit.formGuard()}${filledFromField(secretValues(stored))}`;
  const announce = html`<form method="post" action="${visit.storePath("/webhook-secret/announce")}">${guard}
<button class="${hasAnnouncedSecret ? "second" : ""}">${hasAnnouncedSecret ? "Announce another one" : "Announce a new secret"}</button></form>`;
  const switchOver = confirmButton(
    "Switch to the announced secret",
    "Deliveries are signed with it at once. A receiver that does not accept it yet refuses them.",
    html`<form method="post" action="${visit.storePath("/webhook-secret/switch")}">${guard}<button>Switch now</button></form>`,
  );
  return html`<section class="card" aria-labelledby="secret-rotation-title"><h2 id="secret-rotation-title">Webhook secret</h2>
<p>${
    hasAnnouncedSecret
      ? html`${badge("announced", "info")} A new secret is announced. Deliveries are signed with it after the switch, once the receiver accepts it.`
      : "Rotation has two steps, so that no delivery is lost: announce the next secret, add it to your receiver, then switch."
  }</p>
${visit.may("webhooks:write") && html`<div class="row">${hasAnnouncedSecret && switchOver}${announce}</div>`}</section>`;
}

function renderVerification(visit: StoreVisit, result: IntegrationVerification | undefined): Html {
  const hasUrl = visit.store.webhookUrl !== undefined;
  return html`<section class="card" aria-labelledby="verify-title" id="verification"><h2 id="verify-title">Integration Verification</h2>
<p>We send one signed challenge to your webhook URL and check the response. No order is changed.</p>
${
  result !== undefined &&
  html`<div class="notice ${result.ok ? "good" : "bad"}" role="${result.ok ? "status" : "alert"}">
<p><strong>${result.ok ? "Verified" : "Not verified"}</strong>${result.httpStatus !== undefined && html` · the endpoint responded with HTTP ${result.httpStatus}`}</p>
<p>${result.explanation}</p><p class="hint">Reason: <code>${result.reason}</code></p></div>`
}
${
  hasUrl
    ? visit.may("webhooks:write") &&
      html`<form method="post" action="${visit.storePath("/verify")}#verification">${visit.formGuard()}<button>${result === undefined ? "Verify now" : "Verify again"}</button></form>`
    : emptyState("There is nothing to verify yet", "Save a webhook URL above first.")
}</section>`;
}

/** For a developer whose machine the service cannot reach (operation listenToWebhooks in spec/openapi.yaml). */
function listenCommand(baseUrl: string): string {
  return `npx @payment-sessions/sdk listen --base-url ${baseUrl} --forward-to http://localhost:3000/webhooks`;
}

function renderFirstCall({ links, servicePrefix }: PanelDependencies, visit: StoreVisit, keys: ApiKeyView[]): Html {
  const { merchantId } = visit.store;
  const call = `curl ${links.baseUrl}/payments/initialize \\
  -H "Authorization: Bearer ${servicePrefix}_test_…" \\
  -H "Content-Type: application/json" \\
  -d '${JSON.stringify({ merchantId, orderId: "1001", amountCents: 1999, currency: "EUR" })}'`;
  return html`<section class="card" aria-labelledby="call-title"><h2 id="call-title">${keys.some((key) => key.lastUsedAt !== undefined) ? "Addresses and ids" : "Your first call"}</h2>
<dl class="facts">
<dt>Merchant id</dt><dd>${copyable(merchantId, "the merchant id")}</dd>
<dt>Base URL</dt><dd>${copyable(links.baseUrl, "the base URL")}</dd>
<dt>Reference</dt><dd><a href="${links.basePath}/docs">API reference</a></dd>
</dl>
<p class="spaced">Webhooks of test payments on your own machine, with a test key in <code>PAYMENT_SESSIONS_API_KEY</code>:</p>
<p>${copyable(listenCommand(links.baseUrl), "the command")}</p>
<details class="confirm spaced"><summary>Show a request to copy</summary><pre tabindex="0">${call}</pre></details></section>`;
}

export function webhookUrlValues(store: StoreView): FormValues {
  return { webhookUrl: store.webhookUrl ?? "" };
}

export function secretValues(store: Pick<Store, "sealedNextWebhookSecret"> | undefined): FormValues {
  return { announcedSecret: store?.sealedNextWebhookSecret ?? "" };
}
