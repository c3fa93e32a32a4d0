// The view of store settings: approval, a bank account that waits to take effect, the logo, the form, pausing and deleting.
import { groupIban } from "../../domain/iban.js";
import { logoMaxBytes, logoMaxPixels } from "../../domain/logo-file.js";
import type { PendingBankAccount } from "../../domain/pending-bank-account.js";
import type { Refusal } from "../../domain/refusal.js";
import { initialOf } from "../favicon.js";
import { type Html, type HtmlValue, html, outsideText } from "../html.js";
import { badge, confirmButton, moment, notice } from "./elements.js";
import { filledFromField, isConflict } from "./filled-from.js";
import { fileField, textField } from "./form-fields.js";
import { type FormFill, filled, storedFill } from "./form-fill.js";
import { sendPage } from "./page.js";
import { settingsValues } from "./settings-form.js";
import { settingsSections } from "./settings-sections.js";
import { doneText, type StoreVisit } from "./visit.js";

const done: Record<string, string> = {
  waiting: "The settings are saved. The new bank account is pending; the contact is notified by mail.",
  withdrawn: "The store keeps its bank account.",
  "not-pending":
    "No bank account was pending any more: it had taken effect, or was withdrawn before. Check the bank account below.",
  saved: "The settings are saved and apply from the next payment on.",
  logo: "The logo is saved. Buyers see it from now on.",
  "logo-removed": "The logo is removed.",
  paused: "The store is paused: new payments are rejected and deliveries wait.",
  resumed: "The store is open again.",
};

export interface ShownSettings {
  problem?: Refusal;
  /** The form as it was sent, when it is shown again after a refusal. */
  fill?: FormFill;
  logo?: FormFill;
  removal?: FormFill;
  pendingAccount?: PendingBankAccount | undefined;
}

export function showSettings(visit: StoreVisit, shown: ShownSettings = {}): void {
  const { problem, fill = storedFill, logo = storedFill, removal = storedFill, pendingAccount } = shown;
  const { store } = visit;
  const text = doneText(visit, done);
  const mayWrite = visit.may("store:write");
  const isOperator = visit.may("store:approve");
  sendPage(visit.call, visit.frame, {
    title: "Store settings",
    current: "/settings",
    ...(problem !== undefined && { status: isConflict(problem) ? 409 : 400 }),
    body: html`${fill.summary}${logo.summary}${removal.summary}${text !== undefined && notice(text, visit.call.query.done === "not-pending" ? "warn" : "good")}
${renderState(visit)}${pendingAccount !== undefined && renderPendingAccount(visit, pendingAccount)}
${mayWrite && renderLogo(visit, logo)}
<form method="post" action="${visit.storePath("/settings")}" novalidate>${visit.formGuard()}
${filledFromField(settingsValues(store, isOperator))}
<fieldset class="group"${!mayWrite && html` disabled`}><legend class="sr">Settings</legend>${settingsSections(store, fill, isOperator)}</fieldset>
${mayWrite ? html`<button>Save settings</button>` : html`<p class="hint">Your role, ${visit.visitor.role}, can view these settings. An owner of the store can change them.</p>`}
</form>
${isOperator && renderPause(visit)}
${visit.may("stores:all") && renderDelete(visit, removal)}`,
  });
}

function renderPendingAccount(visit: StoreVisit, { account, actor, effectiveAt }: PendingBankAccount): Html {
  return html`<section class="card" aria-labelledby="waiting-title"><h2 id="waiting-title">A new bank account is pending</h2>
<p>From ${moment(effectiveAt)} on buyers' money goes to <code>${groupIban(account.iban)}</code> of ${outsideText(account.accountHolder)}, requested by ${outsideText(actor)}.</p>
${visit.may("store:write") && html`<form method="post" action="${visit.storePath("/bank-account/withdraw")}">${visit.formGuard()}<button class="danger">Keep the current account</button></form>`}</section>`;
}

function renderState({ store }: StoreVisit): Html {
  const tone = (word: string) => (word === "approved" ? "good" : word === "rejected" ? "bad" : "warn");
  return html`<section class="card" aria-labelledby="state-title"><h2 id="state-title">Approval</h2><dl class="facts">
<dt>KYC</dt><dd>${badge(store.kyc.replaceAll("_", " "), tone(store.kyc))}</dd>
<dt>Store verification</dt><dd>${badge(store.verification, tone(store.verification))}</dd>
<dt>Payments</dt><dd>${store.isDisabled ? badge("paused", "bad") : badge("open", "good")}</dd>
<dt>How success is confirmed</dt><dd>${store.openBankTransfer.confirmationMode === "settlement" ? "When the money has settled" : "When the bank reports success"}</dd>
</dl><p class="hint">Decided by the operator of this service.</p></section>`;
}

/** A separate form, because it uploads a file. */
function renderLogo(visit: StoreVisit, fill: FormFill): Html {
  const { name, merchantId, logoFile } = visit.store;
  const { basePath, baseUrl, storeLogo } = visit.frame.links;
  const action = visit.storePath("/logo");
  return html`<section class="card" aria-labelledby="logo-title"><h2 id="logo-title">Logo</h2>
<p class="hint">Shown on the payment page and the receipt${logoFile === undefined && ", in place of the store's initial"}.</p>
<form method="post" action="${action}" enctype="multipart/form-data" class="logo-form">${visit.formGuard()}
${
  logoFile === undefined
    ? html`<span class="logo-shown" aria-hidden="true"><bdi>${initialOf(name)}</bdi></span>`
    : html`<img class="logo-shown" src="${basePath}${storeLogo(merchantId, logoFile).slice(baseUrl.length)}" alt="The current logo">`
}
${fileField({
  ...filled(fill, "logoFile"),
  label: "Image",
  accept: "image/png,image/jpeg,image/webp,image/gif",
  required: true,
  hint: `PNG, JPEG, WebP or GIF, at most ${logoMaxBytes / 1024} KiB and ${logoMaxPixels} × ${logoMaxPixels} pixels; a square fits best.`,
})}
<button class="second">Upload</button></form>
${logoFile !== undefined && html`<form class="spaced" method="post" action="${action}/remove">${visit.formGuard()}<button class="second">Remove the logo</button></form>`}</section>`;
}

function renderPause(visit: StoreVisit): HtmlValue {
  const form = (to: string, label: string) =>
    html`<form method="post" action="${visit.storePath("/pause")}">${visit.formGuard()}<input type="hidden" name="to" value="${to}"><button class="${to === "paused" ? "danger" : ""}">${label}</button></form>`;
  return html`<section class="card spaced" aria-labelledby="pause-title"><h2 id="pause-title">${visit.store.isDisabled ? "The store is paused" : "Pause the store"}</h2>
${
  visit.store.isDisabled
    ? form("open", "Resume the store")
    : confirmButton(
        "Pause this store",
        "New payments are rejected and deliveries wait until it is resumed.",
        form("paused", "Pause the store"),
      )
}</section>`;
}

function renderDelete(visit: StoreVisit, fill: FormFill): Html {
  const { merchantId, name } = visit.store;
  return html`<section class="card spaced" aria-labelledby="delete-title"><h2 id="delete-title">Delete the store</h2>
${confirmButton(
  "Delete this store for good",
  html`The API keys of <strong class="clamp">${outsideText(name)}</strong> stop working at once, waiting webhooks are cancelled, and its users cannot sign in. Its payments are kept. To continue, type its merchant id: <code>${merchantId}</code>`,
  html`<form method="post" action="${visit.storePath("/delete")}">${visit.formGuard()}
${textField({ ...filled(fill, "merchantId"), label: "Merchant id", required: true, autocomplete: "off", maxLength: 128 })}<button class="danger">Delete the store</button></form>`,
  fill.isRefused,
)}</section>`;
}
