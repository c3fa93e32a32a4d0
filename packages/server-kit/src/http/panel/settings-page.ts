// Store settings: what owners decide, and what only an operator may (KYC, verification, how success is confirmed, pausing).
import type { WaitingBankAccount } from "../../domain/account.js";
import { groupIban } from "../../domain/iban.js";
import { paymentMethods } from "../../domain/payment-method.js";
import { Refusal } from "../../domain/refusal.js";
import { kycStates, verificationStates } from "../../domain/store.js";
import { deleteStore, type StoreInput, type StoreView, setStoreDisabled } from "../../flows/manage-stores.js";
import { findWaitingBankAccount, updateStoreWithWait, withdrawBankAccount } from "../../flows/waiting-bank-account.js";
import type { Endpoint } from "../call.js";
import { type Html, type HtmlValue, html, outsideText } from "../html.js";
import { seeOther } from "../page-headers.js";
import { badge, confirmButton, moment, notice, problemSummary, selectField, textField } from "./elements.js";
import { filledFromField, isConflict, requireUnchanged, untouchedIn } from "./filled-from.js";
import { methodLabels } from "./method-label.js";
import { answerPage } from "./page.js";
import { isPasswordConfirmed } from "./password-again.js";
import {
  changesOf,
  readOperatorFields,
  readOwnerFields,
  settingsValues,
  withInput,
  withTouchedInput,
} from "./settings-form.js";
import { type PanelContext, type StoreVisit, storePage } from "./visit.js";

const done: Record<string, string> = {
  waiting: "The settings are saved. The new bank account waits; the contact is told by mail.",
  withdrawn: "The store keeps its bank account.",
  saved: "The settings are saved and count from the next payment on.",
  paused: "The store is paused: new payments are refused and deliveries wait.",
  resumed: "The store is open again.",
};

export function settingsEndpoints(context: PanelContext): Endpoint[] {
  const { dependencies } = context;
  return [
    storePage(context, {
      method: "GET",
      path: "/settings",
      work: async (visit) =>
        showSettings(visit, visit.store, undefined, await findWaitingBankAccount(dependencies, visit.store.merchantId)),
    }),
    storePage(context, {
      method: "POST",
      path: "/settings",
      permission: "store:write",
      async work(visit) {
        const wanted = {
          ...readOwnerFields(visit.form),
          ...(visit.may("store:approve") && readOperatorFields(visit.form)),
        };
        const isOperator = visit.may("store:approve");
        const { filledFrom } = visit.form;
        const changed = changesOf(visit.store, wanted);
        const movesMoney = "bankAccount" in changed || "contactEmail" in changed;
        if (movesMoney && !(await isPasswordConfirmed(context, visit))) return;
        let isWaiting = false;
        try {
          if (Object.keys(changed).length > 0) {
            isWaiting = await saveSettings(context, visit, changed, (stored) =>
              requireUnchanged(filledFrom, settingsValues(stored, isOperator)),
            );
          }
        } catch (error) {
          if (!(error instanceof Refusal) || error.code !== "VALIDATION_ERROR") throw error;
          const typed = withInput(visit.store, wanted);
          if (!isConflict(error)) return showSettings(visit, typed, error);
          const untouched = untouchedIn(filledFrom, settingsValues(typed, isOperator));
          return showSettings(visit, withTouchedInput({ stored: visit.store, typed, untouched }), error);
        }
        dependencies.wakeMails();
        seeOther(visit.call.ctx, visit.storePath(`/settings?done=${isWaiting ? "waiting" : "saved"}`));
      },
    }),
    storePage(context, {
      method: "POST",
      path: "/bank-account/withdraw",
      permission: "store:write",
      async work(visit) {
        await withdrawBankAccount(dependencies, visit.store.merchantId, visit.actor);
        seeOther(visit.call.ctx, visit.storePath("/settings?done=withdrawn"));
      },
    }),
    storePage(context, {
      method: "POST",
      path: "/pause",
      permission: "store:approve",
      async work(visit) {
        const isPaused = visit.form.to === "paused";
        await setStoreDisabled(dependencies, visit.store.merchantId, isPaused, visit.actor);
        if (!isPaused) dependencies.wake();
        seeOther(visit.call.ctx, visit.storePath(`/settings?done=${isPaused ? "paused" : "resumed"}`));
      },
    }),
    storePage(context, {
      method: "POST",
      path: "/delete",
      permission: "stores:all",
      work: (visit) => removeStore(context, visit),
    }),
  ];
}

/** True when another account for buyers' money waits now. */
async function saveSettings(
  { dependencies }: PanelContext,
  visit: StoreVisit,
  changed: StoreInput,
  judgeStored: (stored: StoreView) => void,
): Promise<boolean> {
  const { bankAccountWaitMs: waitMs = 0 } = dependencies.panel;
  const change = { input: changed, waitMs, actor: visit.actor };
  return updateStoreWithWait(dependencies, visit.store.merchantId, change, judgeStored);
}

/** What cannot be undone: typed, not clicked. */
async function removeStore({ dependencies }: PanelContext, visit: StoreVisit): Promise<void> {
  const { merchantId } = visit.store;
  if ((visit.form.merchantId ?? "").trim() !== merchantId) {
    const message = `must be typed as it stands above, "${merchantId}": nothing was deleted`;
    const refusal = new Refusal("VALIDATION_ERROR", { details: [{ path: "merchantId", rule: "confirm", message }] });
    return showSettings(visit, visit.store, refusal);
  }
  await deleteStore(dependencies, merchantId, visit.actor);
  seeOther(visit.call.ctx, visit.path("/stores?done=deleted"));
}

function showSettings(visit: StoreVisit, store: StoreView, problem?: Refusal, waiting?: WaitingBankAccount): void {
  const word = visit.call.query.done ?? "";
  const doneText = Object.hasOwn(done, word) ? done[word] : undefined;
  const mayWrite = visit.may("store:write");
  const fields = html`${renderShop(store)}${renderMethods(store)}${renderAccount(store)}${renderReturn(store)}`;
  answerPage(visit.call, visit.frame, {
    title: "Store settings",
    current: "/settings",
    ...(problem !== undefined && { status: isConflict(problem) ? 409 : 400 }),
    body: html`${problem !== undefined && problemSummary(problem)}${doneText !== undefined && notice(doneText)}
${renderState(visit)}${waiting !== undefined && renderWaiting(visit, waiting)}
<form method="post" action="${visit.storePath("/settings")}">${visit.formGuard()}
${filledFromField(settingsValues(visit.store, visit.may("store:approve")))}
<fieldset class="group"${!mayWrite && html` disabled`}><legend class="sr">Settings</legend>${fields}${visit.may("store:approve") && renderOperator(store)}</fieldset>
${mayWrite ? html`<button>Save settings</button>` : html`<p class="hint">Your role, ${visit.visitor.role}, may look at the settings. An owner of the store can change them.</p>`}
</form>
${visit.may("store:approve") && renderPause(visit)}
${visit.may("stores:all") && renderDelete(visit)}`,
  });
}

function renderWaiting(visit: StoreVisit, { account, actor, effectiveAt }: WaitingBankAccount): Html {
  return html`<section class="card" aria-labelledby="waiting-title"><h2 id="waiting-title">A new bank account waits</h2>
<p>From ${moment(effectiveAt)} on buyers' money goes to <code>${groupIban(account.iban)}</code> of ${outsideText(account.accountHolder)}, as ${outsideText(actor)} asked.</p>
${visit.may("store:write") && html`<form method="post" action="${visit.storePath("/bank-account/withdraw")}">${visit.formGuard()}<button class="danger">Keep the present account</button></form>`}</section>`;
}

function renderState({ store }: StoreVisit): Html {
  const tone = (word: string) => (word === "approved" ? "good" : word === "rejected" ? "bad" : "warn");
  return html`<section class="card" aria-labelledby="state-title"><h2 id="state-title">Approval</h2><dl class="facts">
<dt>KYC</dt><dd>${badge(store.kyc.replaceAll("_", " "), tone(store.kyc))}</dd>
<dt>Store verification</dt><dd>${badge(store.verification, tone(store.verification))}</dd>
<dt>Payments</dt><dd>${store.isDisabled ? badge("paused", "bad") : badge("open", "good")}</dd>
<dt>How success is confirmed</dt><dd>${store.openBankTransfer.confirmationMode === "settlement" ? "When the money has settled" : "When the bank reports success"}</dd>
</dl><p class="hint">Decided by whoever runs this service.</p></section>`;
}

function renderShop(store: StoreView): Html {
  return html`<section class="card" aria-labelledby="shop-title"><h2 id="shop-title">Shop</h2><div class="fields">
${textField({ name: "name", label: "Name", value: store.name, required: true, maxLength: 255, hint: "Buyers see it on the payment page." })}
${textField({ name: "contactEmail", label: "Contact e-mail", type: "email", value: store.contactEmail, hint: "Gets one mail when a delivery has failed for good." })}
${textField({ name: "url", label: "Address of the shop", type: "url", value: store.url })}
${textField({ name: "logo", label: "Address of the logo", type: "url", value: store.logo, hint: "An https address of an image." })}
</div></section>`;
}

function renderMethods(store: StoreView): Html {
  const check = (name: string, label: string, isOn: boolean) =>
    html`<label class="check"><input type="checkbox" name="${name}" value="yes"${isOn && html` checked`}> ${label}</label>`;
  return html`<section class="card" aria-labelledby="methods-title"><h2 id="methods-title">Payment methods</h2><div class="fields">
${paymentMethods.map((method) =>
  selectField({
    name: `method-${method}`,
    label: methodLabels[method],
    value: store.paymentMethods[method],
    options: [
      ["off", "Off"],
      ["test", "With test keys only"],
      ["live", "On"],
    ],
  }),
)}</div>
<h3 class="spaced">Open bank transfer</h3>
<div class="spaced">${check("instant", "Ask for SEPA Instant unless a request says otherwise", store.openBankTransfer.instant)}
${check("collectBuyerData", "Ask the buyer for name, IBAN and country before going to the bank", store.openBankTransfer.collectBuyerData)}</div></section>`;
}

function renderAccount({ bankAccount: account }: StoreView): Html {
  return html`<section class="card" aria-labelledby="account-title"><h2 id="account-title">Bank account</h2>
<p class="hint">Where buyers' transfers and QR payments go. Check it twice.</p><div class="fields">
${textField({ name: "accountHolder", label: "Account holder", value: account?.accountHolder, maxLength: 70 })}
${textField({ name: "iban", label: "IBAN", value: account && groupIban(account.iban), maxLength: 64 })}
${textField({ name: "bic", label: "BIC", value: account?.bic, maxLength: 11, hint: "May be left empty." })}
${textField({ name: "bankName", label: "Bank", value: account?.bankName, maxLength: 70 })}
</div></section>`;
}

function renderReturn(store: StoreView): Html {
  return html`<section class="card" aria-labelledby="return-title"><h2 id="return-title">Hand-over</h2><div class="fields">
<div class="field"><label for="allowedReturnHosts">Hosts that buyers may return to</label>
<textarea id="allowedReturnHosts" name="allowedReturnHosts" spellcheck="false" aria-describedby="return-hint">${store.allowedReturnHosts.join("\n")}</textarea>
<p class="hint" id="return-hint">One on each line, such as shop.example.com. Empty: any host.</p></div>
${selectField({
  name: "successStatus",
  label: "Word for final success in webhooks",
  value: store.successStatus,
  options: [
    ["completed", "completed"],
    ["paid", "paid"],
  ],
  hint: "Choose what your shop's code expects.",
})}</div></section>`;
}

function renderOperator(store: StoreView): Html {
  const words = (list: readonly string[]) => list.map((word) => [word, word.replaceAll("_", " ")] as const);
  return html`<section class="card" aria-labelledby="operator-title"><div class="head"><h2 id="operator-title">Operator</h2>${badge("operators only", "info")}</div><div class="fields">
${selectField({ name: "kyc", label: "KYC", value: store.kyc, options: words(kycStates) })}
${selectField({ name: "verification", label: "Store verification", value: store.verification, options: words(verificationStates) })}
${selectField({
  name: "confirmationMode",
  label: "Open bank transfer counts as paid",
  value: store.openBankTransfer.confirmationMode,
  options: [
    ["provider_success", "when the bank reports success"],
    ["settlement", "when the money has settled"],
  ],
})}
${selectField({
  name: "deliveryPath",
  label: "Webhook path",
  value: store.deliveryPath,
  options: [
    ["queue", "Queue: 12 attempts over a week"],
    ["legacy", "Legacy: 3 attempts in seconds"],
  ],
})}</div></section>`;
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
        "New payments are refused and deliveries wait until it is resumed.",
        form("paused", "Pause the store"),
      )
}</section>`;
}

function renderDelete(visit: StoreVisit): Html {
  const { merchantId, name } = visit.store;
  return html`<section class="card spaced" aria-labelledby="delete-title"><h2 id="delete-title">Delete the store</h2>
${confirmButton(
  "Delete this store for good",
  html`The API keys of <strong class="clamp">${outsideText(name)}</strong> stop at once, webhooks that wait are cancelled, and its people cannot sign in. Its transactions stay on record. To go on, type its merchant id: <code>${merchantId}</code>`,
  html`<form method="post" action="${visit.storePath("/delete")}">${visit.formGuard()}
${textField({ name: "merchantId", label: "Merchant id", required: true, autocomplete: "off", maxLength: 128 })}<button class="danger">Delete the store</button></form>`,
)}</section>`;
}
