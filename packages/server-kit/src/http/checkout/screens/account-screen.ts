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
/** What is wrong with each field. */
export type AccountProblems = ReadonlyMap<AccountField, WordKey>;

export const accountRefused: AccountProblems = new Map([["iban", "error_account_refused"]]);

/** The SEPA countries; a provider that supports fewer reports that itself. */
const sepaCountries =
  "AD AL AT BE BG CH CY CZ DE DK EE ES FI FR GB GI GR HR HU IE IS IT LI LT LU LV MC MD ME MK MT NL NO PL PT RO RS SE SI SK SM VA".split(
    " ",
  );

const maxNameLength = 70;
/** The browser counts UTF-16 units, of which a character may have two. */
const maxNameUnits = 2 * maxNameLength;

export function readAccount(fields: AccountFields): { account: BuyerAccount } | { problems: AccountProblems } {
  const name = (fields.name ?? "").replace(/\s+/g, " ").trim();
  const iban = normalizeIban(fields.iban ?? "");
  const country = (fields.country ?? "").toUpperCase();
  const problems = new Map<AccountField, WordKey>();
  if (name === "" || [...name].length > maxNameLength || /[\u0000-\u001f\u007f-\u009f\ud800-\udfff]/u.test(name)) {
    problems.set("name", "error_name");
  }
  if (iban === undefined) problems.set("iban", "error_iban");
  if (!isCountryCode(country)) problems.set("country", "error_country");
  return iban === undefined || problems.size > 0 ? { problems } : { account: { name, iban, country } };
}

export function accountScreen(
  page: CheckoutPage,
  fields: AccountFields = {},
  problems: AccountProblems = new Map(),
): Screen {
  const { translate } = page;
  return {
    title: "account_heading",
    status: problems.size > 0 ? 422 : 200,
    live: liveScreen(page, { follow: "ended" }),
    main: html`<h1>${translate("account_heading")}</h1>
<p>${translate("account_lead")}</p>
${claimNotice(page)}
${
  problems.size > 0 &&
  html`<div class="notice danger" role="alert" tabindex="-1" data-focus><p><strong>${translate("error_heading")}</strong></p>
<ul>${[...problems].map(([name, word]) => html`<li><a href="#${name}">${translate(word)}</a></li>`)}</ul></div>`
}
<form method="post" action="${page.url("/bank")}" novalidate class="fields">
${field(page, "name", problems, html`<input id="name" name="name" autocomplete="name" required maxlength="${maxNameUnits}" value="${fields.name ?? page.payment.customerName ?? ""}"${described("name", problems)}>`)}
${field(page, "iban", problems, html`<input id="iban" name="iban" autocomplete="off" autocapitalize="characters" spellcheck="false" inputmode="text" required maxlength="60" dir="ltr" value="${fields.iban ?? ""}"${described("iban", problems, "iban-hint")}>`, "account_iban_hint")}
${field(page, "country", problems, html`<select id="country" name="country" autocomplete="country" required${described("country", problems)}><option value="">${translate("account_country_choose")}</option>${countryOptions(page, fields.country)}</select>`)}
<button class="button primary">${translate("account_continue")}</button>
<p class="quiet-text">${translate("account_privacy")}</p>
</form>
<p class="actions"><a href="${page.url("", { view: "choose" })}">${translate("choose_other")}</a></p>`,
  };
}

function field(
  { translate }: CheckoutPage,
  name: AccountField,
  problems: AccountProblems,
  input: Html,
  hint?: WordKey,
): Html {
  const problem = problems.get(name);
  return html`<div class="field"><label for="${name}">${translate(`account_${name}`)}</label>
${hint && html`<p class="hint" id="${name}-hint">${translate(hint)}</p>`}
${problem && html`<p class="field-error" id="${name}-error">${translate(problem)}</p>`}
${input}</div>`;
}

function described(name: AccountField, problems: AccountProblems, hintId?: string): Html | undefined {
  const isInvalid = problems.has(name);
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
