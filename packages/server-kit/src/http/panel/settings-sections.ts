// The sections of the settings form: each field with its stored or submitted value, and its error.
import { describeSchedule } from "../../domain/delivery-schedule.js";
import { groupIban } from "../../domain/iban.js";
import { paymentMethods } from "../../domain/payment-method.js";
import { kycStates, verificationStates } from "../../domain/store.js";
import type { StoreView } from "../../flows/stores/change-store.js";
import { type Html, html } from "../html.js";
import { badge } from "./elements.js";
import { selectField, textArea, textField } from "./form-fields.js";
import { type FormFill, filled } from "./form-fill.js";
import { methodLabels } from "./method-label.js";

export function settingsSections(store: StoreView, fill: FormFill, isOperator: boolean): Html {
  return html`${renderStore(store, fill)}${renderMethods(store, fill)}${renderAccount(store, fill)}${renderReturn(store, fill)}${isOperator && renderOperator(store, fill)}`;
}

function renderStore(store: StoreView, fill: FormFill): Html {
  return html`<section class="card" aria-labelledby="store-title"><h2 id="store-title">Store</h2><div class="fields">
${textField({ ...filled(fill, "name", store.name), label: "Name", required: true, maxLength: 255, hint: "Buyers see it on the payment page." })}
${textField({ ...filled(fill, "contactEmail", store.contactEmail), label: "Contact e-mail", type: "email", hint: "Gets one mail when a delivery has failed for good, and another when the bank account changes." })}
${textField({ ...filled(fill, "url", store.url), label: "Website of the store", type: "url" })}
${textField({ ...filled(fill, "logo", store.logo), label: "Address of the logo", type: "url", hint: "An https address of an image. An uploaded logo (above) is shown in its place." })}
</div></section>`;
}

function renderMethods(store: StoreView, fill: FormFill): Html {
  const check = (name: string, label: string, isOn: boolean) =>
    html`<label class="check"><input type="checkbox" id="${name}" name="${name}" value="yes"${fill.isOn(name, isOn) && html` checked`}> ${label}</label>`;
  return html`<section class="card" aria-labelledby="methods-title"><h2 id="methods-title">Payment methods</h2><div class="fields">
${paymentMethods.map((method) =>
  selectField({
    ...filled(fill, `method-${method}`, store.paymentMethods[method]),
    label: methodLabels[method],
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

function renderAccount({ bankAccount: account }: StoreView, fill: FormFill): Html {
  return html`<section class="card" aria-labelledby="account-title"><h2 id="account-title">Bank account</h2>
<p class="hint">Where buyers' transfers and QR payments go. Check it twice.</p><div class="fields">
${textField({ ...filled(fill, "accountHolder", account?.accountHolder), label: "Account holder", maxLength: 70 })}
${textField({ ...filled(fill, "iban", account && groupIban(account.iban)), label: "IBAN", maxLength: 64 })}
${textField({ ...filled(fill, "bic", account?.bic), label: "BIC", maxLength: 20, hint: "May be left empty." })}
${textField({ ...filled(fill, "bankName", account?.bankName), label: "Bank", maxLength: 70 })}
</div></section>`;
}

function renderReturn(store: StoreView, fill: FormFill): Html {
  const hosts = filled(fill, "allowedReturnHosts", store.allowedReturnHosts.join("\n"));
  return html`<section class="card" aria-labelledby="return-title"><h2 id="return-title">Return and webhooks</h2><div class="fields">
${textArea({ ...hosts, label: "Hosts that buyers may return to", hint: "One on each line, such as shop.example.com. Empty: any host." })}
${selectField({
  ...filled(fill, "successStatus", store.successStatus),
  label: "Status of a successful payment in webhooks",
  options: [
    ["completed", "completed"],
    ["paid", "paid"],
  ],
  hint: "Choose what your code expects.",
})}</div></section>`;
}

function renderOperator(store: StoreView, fill: FormFill): Html {
  const words = (list: readonly string[]) => list.map((word) => [word, word.replaceAll("_", " ")] as const);
  return html`<section class="card" aria-labelledby="operator-title"><div class="head"><h2 id="operator-title">Operator</h2>${badge("operators only", "info")}</div><div class="fields">
${selectField({ ...filled(fill, "kyc", store.kyc), label: "KYC", options: words(kycStates) })}
${selectField({ ...filled(fill, "verification", store.verification), label: "Store verification", options: words(verificationStates) })}
${selectField({
  ...filled(fill, "confirmationMode", store.openBankTransfer.confirmationMode),
  label: "Open bank transfer counts as paid",
  options: [
    ["provider_success", "when the bank reports success"],
    ["settlement", "when the money has settled"],
  ],
})}
${selectField({
  ...filled(fill, "deliveryPath", store.deliveryPath),
  label: "Webhook schedule",
  options: [
    ["queue", `Queue: ${describeSchedule("queue")}`],
    ["legacy", `Legacy: ${describeSchedule("legacy")}`],
  ],
})}</div></section>`;
}
