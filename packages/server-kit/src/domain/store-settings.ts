// Store settings as operators enter them: their fields, merging with stored settings, and validation.
import { isValidBIC } from "ibantools";
import { maxAccountHolderLength } from "./epc-qr.js";
import { normalizeIban } from "./iban.js";
import { type FieldNames, findUnknownFields } from "./known-fields.js";
import { type MethodSwitches, paymentMethods } from "./payment-method.js";
import type { RefusalDetail } from "./refusal.js";
import {
  type BankAccount,
  kycStates,
  type OpenBankTransferSettings,
  type StoreSettings,
  verificationStates,
} from "./store.js";
import { checkWebhookUrl, type WebhookUrlOptions } from "./webhook-url.js";

/**
 * Input of `stores.create` and `stores.update`, with the fields of `StoreSettings`. Omitted fields keep their value or default; `null`
 * clears an optional field.
 */
export interface StoreInput {
  name?: string | undefined;
  webhookUrl?: string | null | undefined;
  contactEmail?: string | null | undefined;
  deliveryPath?: StoreSettings["deliveryPath"] | undefined;
  kyc?: StoreSettings["kyc"] | undefined;
  verification?: StoreSettings["verification"] | undefined;
  paymentMethods?: Partial<MethodSwitches> | undefined;
  bankAccount?: BankAccount | null | undefined;
  openBankTransfer?: Partial<OpenBankTransferSettings> | undefined;
  successStatus?: StoreSettings["successStatus"] | undefined;
  allowedReturnHosts?: string[] | undefined;
  logo?: string | null | undefined;
  url?: string | null | undefined;
}

const maxNameLength = 255;

/** The paths by which messages name settings, without the switches of the methods. */
export type SettingPath =
  | Exclude<keyof StoreSettings, "paymentMethods" | "bankAccount" | "openBankTransfer">
  | `bankAccount.${keyof BankAccount}`
  | `openBankTransfer.${keyof OpenBankTransferSettings}`;

/** The settings after a change: omitted fields are kept, `null` clears. */
export function mergeSettings(before: StoreSettings, input: StoreInput): StoreSettings {
  const given = <Field extends keyof StoreInput & keyof StoreSettings>(field: Field): StoreSettings[Field] => {
    const value = input[field];
    // Null clears an optional field; any other value has the field's type.
    return (value === undefined ? before[field] : (value ?? undefined)) as StoreSettings[Field];
  };
  const bankAccount = given("bankAccount");
  return {
    name: given("name"),
    webhookUrl: given("webhookUrl"),
    contactEmail: given("contactEmail"),
    deliveryPath: given("deliveryPath"),
    kyc: given("kyc"),
    verification: given("verification"),
    paymentMethods: { ...before.paymentMethods, ...input.paymentMethods },
    bankAccount: bankAccount && { ...bankAccount, iban: plainIban(bankAccount.iban) },
    openBankTransfer: { ...before.openBankTransfer, ...input.openBankTransfer },
    successStatus: given("successStatus"),
    allowedReturnHosts: given("allowedReturnHosts"),
    logo: given("logo"),
    url: given("url"),
  };
}

/** The normalised IBAN; an invalid one is kept as given, for the validation to report. */
function plainIban(given: string): string {
  return typeof given === "string" ? (normalizeIban(given) ?? given) : given;
}

const settingNames: FieldNames<StoreSettings> = {
  name: true,
  webhookUrl: true,
  contactEmail: true,
  deliveryPath: true,
  kyc: true,
  verification: true,
  paymentMethods: true,
  bankAccount: true,
  openBankTransfer: true,
  successStatus: true,
  allowedReturnHosts: true,
  logo: true,
  url: true,
};
const bankAccountFields: FieldNames<BankAccount> = { bankName: true, accountHolder: true, iban: true, bic: true };
const openBankTransferFields: FieldNames<OpenBankTransferSettings> = {
  instant: true,
  collectBuyerData: true,
  confirmationMode: true,
};

export function findUnknownSettings(input: StoreInput): RefusalDetail[] {
  return [
    ...findUnknownFields(input, settingNames),
    ...findUnknownFields(input.bankAccount, bankAccountFields, "bankAccount"),
    ...findUnknownFields(input.openBankTransfer, openBankTransferFields, "openBankTransfer"),
  ];
}

/** The validation errors of settings, by field name. */
export function findSettingsViolations(settings: StoreSettings, webhookUrlOptions: WebhookUrlOptions): RefusalDetail[] {
  return [
    ...findNameViolations(settings),
    ...findAddressViolations(settings, webhookUrlOptions),
    ...findContactViolations(settings),
    ...findChoiceViolations(settings),
    ...(settings.bankAccount === undefined ? [] : findAccountViolations(settings.bankAccount)),
  ];
}

function findNameViolations({ name }: StoreSettings): RefusalDetail[] {
  const isUsable = typeof name === "string" && name.trim() !== "" && name.length <= maxNameLength;
  return isUsable
    ? []
    : [{ path: "name", rule: "length", message: `must be text of 1 to ${maxNameLength} characters` }];
}

function findContactViolations({ contactEmail }: StoreSettings): RefusalDetail[] {
  const isUsable = contactEmail === undefined || /^[^\s@<>]+@[^\s@<>]+$/.test(contactEmail);
  return isUsable ? [] : [{ path: "contactEmail", rule: "email", message: "must be an e-mail address" }];
}

function findAddressViolations(settings: StoreSettings, webhookUrlOptions: WebhookUrlOptions): RefusalDetail[] {
  const violations: RefusalDetail[] = [];
  if (settings.webhookUrl !== undefined) {
    const checked = checkWebhookUrl(settings.webhookUrl, webhookUrlOptions);
    if (!checked.ok) violations.push({ path: "webhookUrl", rule: checked.rule, message: checked.message });
  }
  const hosts: unknown = settings.allowedReturnHosts;
  if (!Array.isArray(hosts) || !hosts.every(isHost)) {
    const message = "must be host names without https:// and without a path, such as shop.example.com";
    violations.push({ path: "allowedReturnHosts", rule: "hosts", message });
  }
  for (const path of ["logo", "url"] as const) {
    const address = settings[path];
    if (address !== undefined && !/^https?:\/\/[^\s"'<>\\]+$/.test(address)) {
      violations.push({ path, rule: "url", message: "must be an absolute http or https URL" });
    }
  }
  return violations;
}

/** With or without a port. A pattern such as `*.shop.example` would match no host. */
function isHost(host: unknown): boolean {
  return typeof host === "string" && /^[^\s/@?#\\*]+$/.test(host) && URL.canParse(`https://${host}`);
}

function findChoiceViolations(settings: StoreSettings): RefusalDetail[] {
  const { openBankTransfer } = settings;
  const choices: [path: string, value: string, words: readonly string[]][] = [
    ["deliveryPath", settings.deliveryPath, ["queue", "legacy"]],
    ["kyc", settings.kyc, kycStates],
    ["verification", settings.verification, verificationStates],
    ["successStatus", settings.successStatus, ["completed", "paid"]],
    ["openBankTransfer.confirmationMode", openBankTransfer.confirmationMode, ["provider_success", "settlement"]],
    ...Object.entries(settings.paymentMethods).flatMap(([method, setting]): [string, string, readonly string[]][] => [
      ["paymentMethods", method, paymentMethods],
      [`paymentMethods.${method}`, setting, ["off", "test", "live"]],
    ]),
  ];
  const wrongWords = choices
    .filter(([, value, words]) => !words.includes(value))
    .map(([path, value, words]) => ({
      path,
      rule: "enum",
      message: `must be one of ${words.join(", ")}; got ${JSON.stringify(value)}`,
    }));
  const switches = (["instant", "collectBuyerData"] as const)
    .filter((field) => typeof openBankTransfer[field] !== "boolean")
    .map((field) => ({ path: `openBankTransfer.${field}`, rule: "type", message: "must be true or false" }));
  return [...wrongWords, ...switches];
}

function findAccountViolations(account: BankAccount): RefusalDetail[] {
  const missing = (["bankName", "accountHolder", "iban", "bic"] as const)
    .filter((field) => typeof account[field] !== "string")
    .map((field) => ({ path: `bankAccount.${field}`, rule: "required", message: "must be text" }));
  if (missing.length > 0) return missing;
  const violations: RefusalDetail[] = [];
  if (normalizeIban(account.iban) === undefined) {
    violations.push({ path: "bankAccount.iban", rule: "iban", message: "must be a valid IBAN" });
  }
  if (account.accountHolder.trim() === "" || account.accountHolder.length > maxAccountHolderLength) {
    const message = `must be text of 1 to ${maxAccountHolderLength} characters, the limit of the SEPA QR code`;
    violations.push({ path: "bankAccount.accountHolder", rule: "length", message });
  }
  if (account.bic !== "" && !(/^[A-Z0-9]+$/.test(account.bic) && isValidBIC(account.bic))) {
    const message = "must be a BIC of 8 or 11 capital letters and digits, or empty";
    violations.push({ path: "bankAccount.bic", rule: "bic", message });
  }
  return violations;
}
