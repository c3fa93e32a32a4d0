// Renders a refused form: a summary whose lines link to the fields, and the message for one field.
import { paymentMethods } from "../../domain/payment-method.js";
import type { Refusal, RefusalDetail } from "../../domain/refusal.js";
import type { SettingPath } from "../../domain/store-settings.js";
import { type Html, html } from "../html.js";
import { methodLabels } from "./method-label.js";
import { columnFields } from "./statements/column-map-form.js";

/** Lists the refusal's messages, field by field; `fieldIds` maps a path to the id of its field on the page. */
export function problemSummary(refusal: Refusal, fieldIds: Readonly<Record<string, string>> = {}): Html {
  const details = Array.isArray(refusal.details) ? refusal.details : [];
  const say = ({ path, message }: RefusalDetail) => {
    const text = `${fieldName(path)} ${message}`;
    const id = Object.hasOwn(fieldIds, path) ? fieldIds[path] : undefined;
    return id === undefined ? text : html`<a href="#${id}">${text}</a>`;
  };
  const [first] = details;
  return html`<div class="notice bad" role="alert">${
    details.length > 1
      ? html`<p>Nothing was changed:</p><ul>${details.map((detail) => html`<li>${say(detail)}</li>`)}</ul>`
      : html`<p>${first === undefined ? refusal.message : say(first)}</p>`
  }</div>`;
}

/** One error, as a link to its field. */
export function problemNotice(text: string, fieldId: string): Html {
  return html`<div class="notice bad" role="alert"><a href="#${fieldId}">${text}</a></div>`;
}

/** The refusal's message about one field, to be shown there. */
export function errorAt(refusal: Refusal | undefined, path: string): string | undefined {
  const details = Array.isArray(refusal?.details) ? refusal.details : [];
  const found = details.find((detail) => detail.path === path);
  return found && `${fieldName(path)} ${found.message}`;
}

function fieldName(path: string): string {
  const [, kind, row] = /^(payment|amount)(\d)$/.exec(path) ?? [];
  if (kind !== undefined) return `The ${kind} in row ${row}:`;
  if (path.startsWith("columns.")) return `The column "${columnLabel(path.slice("columns.".length))}"`;
  return fieldNames[path] ?? path;
}

function columnLabel(name: string): string {
  return columnFields.find(([column]) => column === name)?.[1] ?? name;
}

const settingNames: Record<SettingPath, string> = {
  webhookUrl: "The webhook URL",
  contactEmail: "The contact e-mail",
  name: "The name",
  logo: "The logo",
  url: "The store's website",
  "bankAccount.iban": "The IBAN",
  "bankAccount.bic": "The BIC",
  "bankAccount.accountHolder": "The account holder",
  "bankAccount.bankName": "The bank",
  "openBankTransfer.instant": "SEPA Instant",
  "openBankTransfer.collectBuyerData": "Asking the buyer for bank details",
  "openBankTransfer.confirmationMode": "How success is confirmed",
  successStatus: "The status of a successful payment",
  allowedReturnHosts: "The list of return hosts",
  kyc: "KYC",
  verification: "The store verification",
  deliveryPath: "The webhook schedule",
};

const fieldNames: Record<string, string> = {
  ...settingNames,
  ...Object.fromEntries(
    paymentMethods.map((method) => [`paymentMethods.${method}`, `The switch of ${methodLabels[method]}`]),
  ),
  email: "The e-mail",
  password: "The password",
  reason: "A reason",
  role: "The role",
  logoFile: "The image",
  current: "The current password",
  merchantId: "The merchant id",
  payment: "The payment",
  paymentId: "The payment",
  amountCents: "The amount",
  received: "The amount received",
  currency: "The currency",
  reference: "The reference",
  receivedAt: "The day",
  receivedOn: "The day",
  amount: "The amount",
  since: "The day",
  to: "The outcome",
  file: "The file",
  parts: "The parts",
  entryId: "The entry",
  code: "The code",
  secondFactor: "The second factor setting",
  delimiter: "The column separator",
  decimalSeparator: "The decimal separator",
  dateForm: "The date format",
  encoding: "The encoding",
  hasHeaderRow: "The first row",
  skipLines: "The number of lines to skip",
  account: "The account",
  creditWords: "The words for money in",
  bookedWords: "The words for booked",
};
