// The Integration tab: API keys, the webhook address and its secret, and Integration Verification (spec/rules.md#authentication, 4,
// Event service.webhook_verification). Secrets stand on the answer of the form that made them, and nowhere else.
import type { Environment } from "../../domain/environment.js";
import { Refusal } from "../../domain/refusal.js";
import type { IntegrationVerification } from "../../domain/verification-response.js";
import { type ApiKeyView, issueApiKey, listApiKeys, revokeApiKey } from "../../flows/manage-api-keys.js";
import type { StoreView } from "../../flows/stores/change-store.js";
import { updateStore } from "../../flows/stores/update-store.js";
import { announceWebhookSecret, switchWebhookSecret } from "../../flows/stores/webhook-secret.js";
import { useFormOnce } from "../../flows/use-form-once.js";
import { verifyIntegration } from "../../flows/verify-integration.js";
import type { Endpoint } from "../call.js";
import { type Html, type HtmlValue, html } from "../html.js";
import { seeOther } from "../page-headers.js";
import {
  badge,
  confirmButton,
  copyable,
  dataTable,
  emptyState,
  modeBadge,
  moment,
  notice,
  secretOnce,
} from "./elements.js";
import { type FormValues, filledFromField, isConflict, requireUnchanged } from "./filled-from.js";
import { selectField, textField } from "./form-fields.js";
import { type FormFill, filled, sentFill, storedFill } from "./form-fill.js";
import { answerPage } from "./page.js";
import type { PanelDependencies } from "./panel-dependencies.js";
import { isPasswordConfirmed } from "./password-again.js";
import { type PanelContext, type StoreVisit, storePage } from "./visit.js";

/** What this visit has to say beside the usual content. */
interface News {
  top?: HtmlValue;
  verification?: IntegrationVerification;
  /** The form for the webhook URL, when it is shown again. */
  urlFill?: FormFill;
  status?: number;
}

const done: Record<string, string> = {
  revoked: "The API key is revoked: it is refused from now on.",
  url: "The webhook URL is saved. Run the verification to see that it answers.",
  switched: "Deliveries are signed with the new secret from now on. Remove the old one from your receiver.",
};

export function integrationEndpoints(context: PanelContext): Endpoint[] {
  const { dependencies } = context;
  const show = (visit: StoreVisit, news: News = {}) => showIntegration(dependencies, visit, news);

  return [
    storePage(context, {
      method: "GET",
      path: "/integration",
      work: (visit) => show(visit, { top: doneNotice(visit) }),
    }),
    storePage(context, {
      method: "POST",
      path: "/api-keys",
      permission: "keys:write",
      async work(visit) {
        if (!(await isPasswordConfirmed(context, visit))) return;
        const { environment, days } = visit.form;
        if (!(await useFormOnce(dependencies, visit.form.mark))) return show(visit, usedForm);
        const input = {
          merchantId: visit.store.merchantId,
          // Sound: the flow refuses any other word.
          environment: environment as Environment,
          expiresAt: lifetimes.has(days ?? "") ? dependencies.clock.now() + Number(days) * 86_400_000 : undefined,
        };
        const key = await issueApiKey(dependencies, input, visit.actor);
        await show(visit, { top: newKey(key) });
      },
    }),
    storePage(context, {
      method: "POST",
      path: "/api-keys/:keyId/revoke",
      permission: "keys:write",
      async work(visit) {
        const keys = await listApiKeys(dependencies, visit.store.merchantId);
        const key = keys.find(({ id }) => id === visit.call.params.keyId);
        if (key === undefined) throw new Refusal("ROUTE_NOT_FOUND", { message: "This store has no such key." });
        await revokeApiKey(dependencies, key.id, visit.actor);
        seeOther(visit.call.ctx, visit.storePath("/integration?done=revoked"));
      },
    }),
    storePage(context, {
      method: "POST",
      path: "/webhook-url",
      permission: "webhooks:write",
      async work(visit) {
        const webhookUrl = (visit.form.webhookUrl ?? "").trim();
        try {
          if (webhookUrl !== (visit.store.webhookUrl ?? "")) {
            const input = { webhookUrl: webhookUrl === "" ? null : webhookUrl };
            await updateStore(dependencies, visit.store.merchantId, input, visit.actor, (stored) =>
              requireUnchanged(visit.form.filledFrom, webhookUrlValues(stored)),
            );
          }
        } catch (error) {
          if (!(error instanceof Refusal) || error.code !== "VALIDATION_ERROR") throw error;
          const urlFill = sentFill(visit.form, { problem: error });
          return show(visit, { top: urlFill.summary, urlFill, status: isConflict(error) ? 409 : 400 });
        }
        seeOther(visit.call.ctx, visit.storePath("/integration?done=url"));
      },
    }),
    storePage(context, {
      method: "POST",
      path: "/webhook-secret/announce",
      permission: "webhooks:write",
      async work(visit) {
        if (!(await useFormOnce(dependencies, visit.form.mark))) return show(visit, usedForm);
        const { webhookSecret } = await announceWebhookSecret(dependencies, visit.store.merchantId, visit.actor);
        visit.store.hasAnnouncedSecret = true;
        await show(visit, { top: newSecret(webhookSecret) });
      },
    }),
    storePage(context, {
      method: "POST",
      path: "/webhook-secret/switch",
      permission: "webhooks:write",
      async work(visit) {
        await switchWebhookSecret(dependencies, visit.store.merchantId, visit.actor);
        seeOther(visit.call.ctx, visit.storePath("/integration?done=switched"));
      },
    }),
    storePage(context, {
      method: "POST",
      path: "/verify",
      permission: "webhooks:write",
      async work(visit) {
        const { limiter, verifyPerStore } = dependencies;
        if (verifyPerStore) await limiter.take(`panelVerify:${visit.store.merchantId}`, verifyPerStore);
        const verification = await verifyIntegration(dependencies, visit.store.merchantId, visit.actor);
        await show(visit, { verification });
      },
    }),
  ];
}

function webhookUrlValues(store: StoreView): FormValues {
  return { webhookUrl: store.webhookUrl ?? "" };
}

const lifetimes = new Set(["30", "90", "365"]);

const usedForm: News = {
  top: notice(
    "This form was sent before, so nothing was made again. A secret is shown once; if it is lost, make another one.",
    "warn",
  ),
  status: 409,
};

function doneNotice({ call }: StoreVisit): HtmlValue {
  const text = Object.hasOwn(done, call.query.done ?? "") ? done[call.query.done ?? ""] : undefined;
  return text !== undefined && notice(text);
}

function newKey({ secret, environment }: ApiKeyView & { secret: string }): Html {
  return secretOnce({
    title: environment === "test" ? "Your new test key" : "Your new live key",
    secret,
    advice:
      "Put it into your backend's secret store now. Once the new key is deployed, revoke the one that it replaces.",
  });
}

function newSecret(secret: string): Html {
  return secretOnce({
    title: "Your next webhook secret",
    secret,
    advice:
      "Let your receiver accept it beside the current one, then switch below. Until then deliveries are signed with the current secret.",
  });
}

async function showIntegration(dependencies: PanelDependencies, visit: StoreVisit, news: News): Promise<void> {
  const keys = await listApiKeys(dependencies, visit.store.merchantId);
  answerPage(visit.call, visit.frame, {
    title: "Integration",
    current: "/integration",
    ...(news.status !== undefined && { status: news.status }),
    body: html`${news.top}
${renderKeys(dependencies, visit, keys)}
<div class="two">${renderWebhookUrl(visit, news)}${renderWebhookSecret(visit)}</div>
${renderVerification(visit, news.verification)}
${renderFirstCall(dependencies, visit, keys)}`,
  });
}

function renderKeys({ environments, clock }: PanelDependencies, visit: StoreVisit, keys: ApiKeyView[]): Html {
  const mayWrite = visit.may("keys:write");
  const now = clock.now();
  const rows = [...keys]
    .reverse()
    .map((key): HtmlValue[] => [
      html`<code class="whole">${key.prefix}…</code>`,
      html`${modeBadge(key.environment)}${key.isLegacy && html` ${badge("legacy", "warn")}`}`,
      keyState(key, now),
      moment(key.createdAt),
      key.lastUsedAt === undefined ? html`<span class="hint">never</span>` : moment(key.lastUsedAt),
      mayWrite && key.revokedAt === undefined && keyActions(visit, key),
    ]);
  const columns = ["Key", "Mode", "State", "Created", "Last used", "Actions"].map((label) => ({ label }));
  return html`<section class="card" aria-labelledby="keys-title">
<h2 id="keys-title">API keys</h2>
<p class="hint">For your backend only. To rotate: generate a new key, deploy it, then revoke the old one.</p>
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
${selectField({ name: "environment", label: "Environment", options: environments.map((word) => [word, word === "test" ? "Test" : "Live"] as const) })}
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
  const rotate = html`<form method="post" action="${visit.storePath("/api-keys")}">${visit.formGuard()}
<input type="hidden" name="environment" value="${key.environment}"><input type="hidden" name="days" value="">
<button class="link">Rotate<span class="sr"> ${key.prefix}</span></button></form>`;
  const revoke = confirmButton(
    "Revoke",
    html`Calls with <code>${key.prefix}…</code> are refused at once. This cannot be undone.`,
    html`<form method="post" action="${visit.storePath(`/api-keys/${encodeURIComponent(key.id)}/revoke`)}">${visit.formGuard()}<button class="danger">Revoke this key</button></form>`,
  );
  return html`<div class="row">${rotate}${revoke}</div>`;
}

function renderWebhookOff({ store: { webhookOff } }: StoreVisit): HtmlValue {
  return (
    webhookOff &&
    html`<p>${badge("switched off", "bad")} Nothing has been sent to this URL since ${moment(webhookOff.at)}: ${webhookOff.reason}. Deliveries wait until the operator switches it on again; payments go on.</p>`
  );
}

function renderWebhookUrl(visit: StoreVisit, { urlFill = storedFill }: News): Html {
  const { store } = visit;
  return html`<section class="card" aria-labelledby="url-title"><h2 id="url-title">Webhook URL</h2>
${renderWebhookOff(visit)}
${
  visit.may("webhooks:write")
    ? html`<form method="post" action="${visit.storePath("/webhook-url")}">${visit.formGuard()}${filledFromField(webhookUrlValues(store))}
${textField({
  ...filled(urlFill, "webhookUrl", store.webhookUrl),
  label: "Address that receives events",
  type: "url",
  hint: "An https address of your backend. Leave it empty to receive nothing.",
  maxLength: 2048,
})}<button>Save</button></form>`
    : html`<p>${store.webhookUrl === undefined ? "None is set: ask an owner or developer of the store." : html`<code>${store.webhookUrl}</code>`}</p>`
}</section>`;
}

function renderWebhookSecret(visit: StoreVisit): Html {
  const { hasAnnouncedSecret } = visit.store;
  const announce = html`<form method="post" action="${visit.storePath("/webhook-secret/announce")}">${visit.formGuard()}
<button class="${hasAnnouncedSecret ? "second" : ""}">${hasAnnouncedSecret ? "Announce another one" : "Announce a new secret"}</button></form>`;
  const switchOver = html`<form method="post" action="${visit.storePath("/webhook-secret/switch")}">${visit.formGuard()}<button>Switch to the announced secret</button></form>`;
  return html`<section class="card" aria-labelledby="secret-rotation-title"><h2 id="secret-rotation-title">Webhook secret</h2>
<p>${
    hasAnnouncedSecret
      ? html`${badge("announced", "info")} A new secret waits. Deliveries are signed with it after the switch, once the receiver accepts it.`
      : "Rotation has two steps, so that no delivery is lost: announce the next secret, teach it to your receiver, then switch."
  }</p>
${visit.may("webhooks:write") && html`<div class="row">${hasAnnouncedSecret && switchOver}${announce}</div>`}</section>`;
}

function renderVerification(visit: StoreVisit, result: IntegrationVerification | undefined): Html {
  const hasUrl = visit.store.webhookUrl !== undefined;
  return html`<section class="card" aria-labelledby="verify-title" id="verification"><h2 id="verify-title">Integration Verification</h2>
<p>We send one signed challenge to your webhook URL and look at what comes back. No order is touched.</p>
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

/** For a developer whose machine the service cannot reach (API description: listenToWebhooks). */
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
