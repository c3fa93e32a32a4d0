// The form for the buyer's account before the bank is opened, for stores that require it (spec/rules.md#store).

import { isCountryCode } from "../../../domain/country.js";
import { normalizeIban } from "../../../domain/iban.js";
import type { BuyerAccount } from "../../../flows/hand-over.js";
import { type Html, html } from "../../html.js";
import { type CheckoutPage, liveScreen } from "../checkout-page.js";
import type { Screen } from "../document.js";
import type { WordKey } from "../language.js";
import { claimNotice } from "./screen-elements.js";

export type AccountFields = Partial<Record<"name" | "iban" | "country", string>>;
export type AccountField = "name" | "iban" | "country";

/** The SEPA countries; a provider that supports fewer reports that itself. */
const sepaCountries =
  "AD AL AT BE BG CH CY CZ DE DK EE ES FI FR GB GI GR HR HU IE IS IT LI LT LU LV MC MD ME MK MT NL NO PL PT RO RS SE SI SK SM VA".split(
    " ",
  );

const maxNameLength = 70;

export function readAccount(fields: AccountFields): { account: BuyerAccount } | { invalid: AccountField[] } {
  const name = (fields.name ?? "").replace(/\s+/g, " ").trim();
  const iban = normalizeIban(fields.iban ?? "");
  const country = (fields.country ?? "").toUpperCase();
  const invalid: AccountField[] = [];
  if (name === "" || [...name].length > maxNameLength || /[\u0000-\u001f\u007f-\u009f\ud800-\udfff]/u.test(name)) {
    invalid.push("name");
  }
  if (iban === undefined) invalid.push("iban");
  if (!isCountryCode(country)) invalid.push("country");
  return iban === undefined || invalid.length > 0 ? { invalid } : { account: { name, iban, country } };
}

export function accountScreen(page: CheckoutPage, fields: AccountFields = {}, invalid: AccountField[] = []): Screen {
  const { translate } = page;
  return {
    title: "account_heading",
    status: invalid.length > 0 ? 422 : 200,
    live: liveScreen(page, { follow: "ended" }),
    main: html`<h1>${translate("account_heading")}</h1>
<p>${translate("account_lead")}</p>
${claimNotice(page)}
${
  invalid.length > 0 &&
  html`<div class="notice danger" role="alert" tabindex="-1" data-focus><p><strong>${translate("error_heading")}</strong></p>
<ul>${invalid.map((name) => html`<li><a href="#${name}">${translate(`error_${name}`)}</a></li>`)}</ul></div>`
}
<form method="post" action="${page.url("/bank")}" novalidate class="fields">
${field(page, "name", invalid, html`<input id="name" name="name" autocomplete="name" required maxlength="140" value="${fields.name ?? page.payment.customerName ?? ""}"${described("name", invalid)}>`)}
${field(page, "iban", invalid, html`<input id="iban" name="iban" autocomplete="off" autocapitalize="characters" spellcheck="false" inputmode="text" required maxlength="60" dir="ltr" value="${fields.iban ?? ""}"${described("iban", invalid, "iban-hint")}>`, "account_iban_hint")}
${field(page, "country", invalid, html`<select id="country" name="country" autocomplete="country" required${described("country", invalid)}><option value="">${translate("account_country_choose")}</option>${countryOptions(page, fields.country)}</select>`)}
<button class="button primary">${translate("account_continue")}</button>
<p class="quiet-text">${translate("account_privacy")}</p>
</form>
<p class="actions"><a href="${page.url("", { view: "choose" })}">${translate("choose_other")}</a></p>`,
  };
}

function field(
  { translate }: CheckoutPage,
  name: AccountField,
  invalid: AccountField[],
  input: Html,
  hint?: WordKey,
): Html {
  return html`<div class="field"><label for="${name}">${translate(`account_${name}`)}</label>
${hint && html`<p class="hint" id="${name}-hint">${translate(hint)}</p>`}
${invalid.includes(name) && html`<p class="field-error" id="${name}-error">${translate(`error_${name}`)}</p>`}
${input}</div>`;
}

function described(name: AccountField, invalid: AccountField[], hintId?: string): Html | undefined {
  const isInvalid = invalid.includes(name);
  const ids = [hintId, isInvalid ? `${name}-error` : undefined].filter((id) => id !== undefined).join(" ");
  return html`${ids !== "" && html` aria-describedby="${ids}"`}${isInvalid && html` aria-invalid="true"`}`;
}

function countryOptions({ locale }: CheckoutPage, chosen: string | undefined): Html[] {
  const names = new Intl.DisplayNames([locale], { type: "region" });
  return sepaCountries
    .map((code) => ({ code, name: names.of(code) ?? code }))
    .sort((one, other) => one.name.localeCompare(other.name, locale))
    .map(({ code, name }) => html`<option value="${code}"${code === chosen && html` selected`}>${name}</option>`);
}
