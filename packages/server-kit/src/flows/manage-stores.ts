// The operator's verbs on stores: create, change, pause, remove, and the two steps of rotating a webhook secret.
import { createHash } from "node:crypto";
import { bankAccountMail, contactChangedMail } from "../domain/account-mail.js";
import { randomText } from "../domain/api-key.js";
import type { Clock, RandomBytes } from "../domain/clock.js";
import { normalizeIban } from "../domain/iban.js";
import { createId } from "../domain/identifiers.js";
import type { JsonObject } from "../domain/json.js";
import { type FieldNames, findUnknownFields } from "../domain/known-fields.js";
import { type MethodSwitches, paymentMethods } from "../domain/payment-method.js";
import { Refusal, type RefusalDetail, requireNoFaults } from "../domain/refusal.js";
import { webhookSecretPurpose } from "../domain/seal-purposes.js";
import {
  type BankAccount,
  kycStates,
  type OpenBankTransferSettings,
  type Store,
  type StoreSettings,
  storeDefaults,
  verificationStates,
  type WebhookOff,
} from "../domain/store.js";
import type { Vault } from "../domain/vault.js";
import { checkWebhookUrl, type WebhookUrlOptions } from "../domain/webhook-url.js";
import type { Records, Storage } from "../storage/port.js";
import { appendAudit } from "./append-audit.js";
import { archiveDeletedStore } from "./archive-store.js";
import { cancelDeliveriesOf } from "./cancel-deliveries.js";
import { changeDigests } from "./change-digests.js";
import { queueAccountMail } from "./queue-account-mail.js";

export interface ManageStoresDependencies {
  storage: Storage;
  clock: Clock;
  randomBytes: RandomBytes;
  vault: Vault;
  webhookUrlOptions: WebhookUrlOptions;
}

/** What `stores.create` and `stores.update` take; fields left out keep their value or default. `null` clears an optional one. */
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

export interface NewStoreInput extends StoreInput {
  name: string;
  /** Generated when left out. */
  merchantId?: string | undefined;
}

/** A store as operators see it: everything but its secrets. */
export type StoreView = StoreSettings & {
  merchantId: string;
  isDisabled: boolean;
  /** A next webhook secret is announced and waits for the switch. */
  hasAnnouncedSecret: boolean;
  /** Set while the webhook URL is switched off: why, and since when. */
  webhookOff?: WebhookOff | undefined;
  /** Name of the uploaded logo, shown in place of `logo`. */
  logoFile?: string | undefined;
  createdAt: number;
  updatedAt: number;
};

/**
 * The id of a deleted store may be taken again: the new store starts afresh, and what the old one had is kept apart.
 * @throws Refusal VALIDATION_ERROR naming each wrong field; also for a merchant id that is taken.
 */
export async function createStore(
  dependencies: ManageStoresDependencies,
  { merchantId: wantedId, ...input }: NewStoreInput,
  actor: string,
): Promise<StoreView & { webhookSecret: string }> {
  const merchantId = wantedId ?? createId("mer", dependencies.randomBytes);
  const settings = mergeSettings({ ...storeDefaults, name: "" }, input);
  requireNoFaults([
    ...findUnknownSettings(input),
    ...findMerchantIdFaults(merchantId),
    ...findSettingsFaults(dependencies, settings),
  ]);
  const { secret, sealed } = newWebhookSecret(dependencies, merchantId);
  const now = dependencies.clock.now();
  const store: Store = {
    ...settings,
    merchantId,
    sealedWebhookSecret: sealed,
    sealedNextWebhookSecret: undefined,
    disabledAt: undefined,
    deletedAt: undefined,
    createdAt: now,
    updatedAt: now,
  };
  const formerStore = await archiveDeletedStore(dependencies, merchantId);
  await dependencies.storage.write(async (records) => {
    if (!(await records.stores.insertIfAbsent(store))) {
      requireNoFaults([{ path: "merchantId", rule: "unique", message: `"${merchantId}" is taken: choose another` }]);
    }
    await appendAudit(dependencies, records, {
      actor,
      action: "store.created",
      merchantId,
      detail: { name: store.name, ...(formerStore !== undefined && { formerStore }) },
    });
  });
  return { ...viewOf(store), webhookSecret: secret };
}

/**
 * `judgeStored` sees the settings that are about to change, in the same unit of work, and may refuse.
 * @throws Refusal STORE_NOT_FOUND, VALIDATION_ERROR.
 */
export async function updateStore(
  dependencies: ManageStoresDependencies,
  merchantId: string,
  input: StoreInput,
  actor: string,
  judgeStored?: (stored: StoreView) => void,
): Promise<StoreView> {
  return dependencies.storage.write((records) =>
    updateStoreIn(dependencies, records, { merchantId, input, actor }, judgeStored),
  );
}

/** As `updateStore`, in the unit of work that the caller holds. */
export async function updateStoreIn(
  dependencies: ManageStoresDependencies,
  records: Records,
  { merchantId, input, actor }: { merchantId: string; input: StoreInput; actor: string },
  judgeStored?: (stored: StoreView) => void,
): Promise<StoreView> {
  return changeStoreIn(dependencies, records, { merchantId, actor, action: "store.updated" }, async (store) => {
    judgeStored?.(viewOf(store));
    const settings = mergeSettings(store, input);
    requireNoFaults([...findUnknownSettings(input), ...findSettingsFaults(dependencies, settings)]);
    const before = accountDigest(merchantId, store.bankAccount);
    const after = accountDigest(merchantId, settings.bankAccount);
    const account = before === after ? {} : { bankAccountBefore: before, bankAccountAfter: after };
    if (before !== after) await records.waitingAccounts.remove(merchantId);
    await tellContacts(dependencies, records, { store, settings, actor });
    return { store: { ...store, ...settings }, detail: { fields: Object.keys(input), ...account } };
  });
}

/** A waiting account begins to count, in the unit of work that the caller holds. */
export async function changeBankAccount(
  dependencies: ManageStoresDependencies,
  records: Records,
  { merchantId, account, actor }: { merchantId: string; account: BankAccount; actor: string },
): Promise<void> {
  await changeStoreIn(dependencies, records, { merchantId, actor, action: "store.updated" }, async (store) => {
    const settings = { ...store, bankAccount: account };
    await tellContacts(dependencies, records, { store, settings, actor });
    const before = accountDigest(merchantId, store.bankAccount);
    const after = accountDigest(merchantId, account);
    return {
      store: settings,
      detail: { fields: ["bankAccount"], bankAccountBefore: before, bankAccountAfter: after, waited: true },
    };
  });
}

/** The account as it would be stored. @throws Refusal VALIDATION_ERROR naming each wrong field. */
export function judgeBankAccount(
  dependencies: ManageStoresDependencies,
  store: StoreSettings,
  bankAccount: BankAccount,
): BankAccount {
  const settings = mergeSettings(store, { bankAccount });
  requireNoFaults([...findUnknownSettings({ bankAccount }), ...findSettingsFaults(dependencies, settings)]);
  return settings.bankAccount ?? bankAccount;
}

/** Whoever was and whoever is the contact hears of another account for buyers' money; the former one also of being replaced. */
async function tellContacts(
  dependencies: ManageStoresDependencies,
  records: Records,
  { store, settings, actor }: { store: Store; settings: StoreSettings; actor: string },
): Promise<void> {
  const { merchantId, contactEmail: former } = store;
  const isOtherAccount =
    accountDigest(merchantId, store.bankAccount) !== accountDigest(merchantId, settings.bankAccount);
  if (isOtherAccount) {
    const { name: storeName, bankAccount: before } = store;
    const content = bankAccountMail({ storeName, before, after: settings.bankAccount, actor, effectiveAt: undefined });
    for (const recipient of new Set([former, settings.contactEmail])) {
      if (recipient !== undefined) await queueAccountMail(dependencies, records, { recipient, ...content });
    }
  }
  if (former !== undefined && former !== settings.contactEmail) {
    const content = contactChangedMail({ storeName: store.name, actor });
    await queueAccountMail(dependencies, records, { recipient: former, ...content });
  }
}

/** Tells in the audit whether an account was this one, without naming it. */
export function accountDigest(merchantId: string, account: BankAccount | undefined): string {
  if (account === undefined) return "none";
  const { bankName, accountHolder, iban, bic } = account;
  const text = JSON.stringify([merchantId, bankName, accountHolder, iban, bic]);
  return `sha256:${createHash("sha256").update(text).digest("hex")}`;
}

/** The next webhook secret: shown once here, used for signing only after the switch. A second announcement replaces the first. */
export async function announceWebhookSecret(
  dependencies: ManageStoresDependencies,
  merchantId: string,
  actor: string,
): Promise<{ webhookSecret: string }> {
  const { secret, sealed } = newWebhookSecret(dependencies, merchantId);
  await changeStore(dependencies, merchantId, actor, "webhook_secret.announced", (store) => ({
    store: { ...store, sealedNextWebhookSecret: sealed },
  }));
  return { webhookSecret: secret };
}

/** From now on deliveries are signed with the announced secret. @throws Refusal VALIDATION_ERROR when none is announced. */
export async function switchWebhookSecret(
  dependencies: ManageStoresDependencies,
  merchantId: string,
  actor: string,
): Promise<void> {
  await changeStore(dependencies, merchantId, actor, "webhook_secret.switched", (store) => {
    const next = store.sealedNextWebhookSecret;
    if (next === undefined) {
      throw new Refusal("VALIDATION_ERROR", { message: "No webhook secret is announced: announce one first." });
    }
    return { store: { ...store, sealedWebhookSecret: next, sealedNextWebhookSecret: undefined } };
  });
}

/** Deliveries pause and new payments are refused until the store is enabled again. */
export async function setStoreDisabled(
  dependencies: ManageStoresDependencies,
  merchantId: string,
  isDisabled: boolean,
  actor: string,
): Promise<void> {
  const action = isDisabled ? "store.disabled" : "store.enabled";
  await changeStore(dependencies, merchantId, actor, action, (store) => ({
    store: { ...store, disabledAt: isDisabled ? (store.disabledAt ?? dependencies.clock.now()) : undefined },
  }));
}

/**
 * Nothing is sent to the webhook URL until it is switched on again: deliveries are made and wait, with their attempts. Payments go on.
 * @throws Refusal VALIDATION_ERROR without a reason or a webhook URL.
 */
export async function switchWebhookOff(
  dependencies: ManageStoresDependencies,
  merchantId: string,
  { reason, actor }: { reason: string; actor: string },
): Promise<StoreView> {
  if (typeof reason !== "string" || reason.trim() === "" || reason.length > maxReasonLength) {
    throw validationError("reason", "required", `must say why, in ${maxReasonLength} characters at most`);
  }
  return changeStore(dependencies, merchantId, actor, "webhook.switched_off", (store) => {
    if (store.webhookUrl === undefined) {
      throw validationError("webhookUrl", "required", "is not set: there is nothing to switch off");
    }
    const at = store.webhookOff?.at ?? dependencies.clock.now();
    return { store: { ...store, webhookOff: { reason: reason.trim(), at } }, detail: { reason: reason.trim() } };
  });
}

/** What waited is sent as its schedule has it, within the limits for each endpoint. */
export async function switchWebhookOn(
  dependencies: ManageStoresDependencies,
  merchantId: string,
  { actor }: { actor: string },
): Promise<StoreView> {
  return changeStore(dependencies, merchantId, actor, "webhook.switched_on", (store) => ({
    store: { ...store, webhookOff: undefined },
  }));
}

const maxReasonLength = 300;

function validationError(path: string, rule: string, message: string): Refusal {
  return new Refusal("VALIDATION_ERROR", { details: [{ path, rule, message }] });
}

/**
 * Ends a store: keys stop, its people are signed out and may not come back, waiting deliveries are cancelled without mail, and mails that
 * wait are too. Its payments stay on record.
 */
export async function deleteStore(
  dependencies: ManageStoresDependencies,
  merchantId: string,
  actor: string,
): Promise<void> {
  await changeStore(dependencies, merchantId, actor, "store.deleted", async (store, records) => {
    const now = dependencies.clock.now();
    for (const key of await records.apiKeys.listOfStore(merchantId)) await records.apiKeys.revoke(key.id, now);
    for (const user of await records.users.list(merchantId)) {
      await records.users.update({ ...user, disabledAt: user.disabledAt ?? now });
      await records.users.removeSessionsOfUser(user.userId);
    }
    const cancelledMails = await records.mails.cancelOfStore(merchantId);
    await records.waitingAccounts.remove(merchantId);
    return { store: { ...store, deletedAt: now }, detail: { cancelledMails } };
  });
  const count = await cancelDeliveriesOf(dependencies, merchantId);
  if (count === 0) return;
  await dependencies.storage.write((records) =>
    appendAudit(dependencies, records, { actor, action: "deliveries.cancelled", merchantId, detail: { count } }),
  );
}

export function viewOf(store: Store): StoreView {
  const { sealedWebhookSecret: _, sealedNextWebhookSecret, disabledAt, deletedAt: __, ...rest } = store;
  return {
    ...rest,
    isDisabled: disabledAt !== undefined,
    hasAnnouncedSecret: sealedNextWebhookSecret !== undefined,
  };
}

interface StoreChange {
  store: Store;
  detail?: JsonObject;
}

export async function changeStore(
  dependencies: ManageStoresDependencies,
  merchantId: string,
  actor: string,
  action: string,
  change: (store: Store, records: Records) => StoreChange | Promise<StoreChange>,
): Promise<StoreView> {
  return dependencies.storage.write((records) =>
    changeStoreIn(dependencies, records, { merchantId, actor, action }, (store) => change(store, records)),
  );
}

async function changeStoreIn(
  dependencies: ManageStoresDependencies,
  records: Records,
  { merchantId, actor, action }: { merchantId: string; actor: string; action: string },
  change: (store: Store) => StoreChange | Promise<StoreChange>,
): Promise<StoreView> {
  const found = await records.stores.find(merchantId);
  if (found === undefined) throw new Refusal("STORE_NOT_FOUND");
  const { store, detail = {} } = await change(found);
  const written = { ...store, updatedAt: dependencies.clock.now() };
  await records.stores.update(written);
  // The account has digests of its own.
  const digests = changeDigests(merchantId, { before: found, after: store, except: ["bankAccount", "updatedAt"] });
  await appendAudit(dependencies, records, { actor, action, merchantId, detail: { ...detail, ...digests } });
  return viewOf(written);
}

function newWebhookSecret({ vault, randomBytes }: ManageStoresDependencies, merchantId: string) {
  const secret = `whs_${randomText(43, randomBytes)}`;
  return { secret, sealed: vault.seal(secret, webhookSecretPurpose(merchantId)) };
}

function mergeSettings(before: StoreSettings, input: StoreInput): StoreSettings {
  const given = <Field extends keyof StoreInput & keyof StoreSettings>(field: Field): StoreSettings[Field] => {
    const value = input[field];
    // Sound: null clears a field that may be undefined; anything else has the field's own type.
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

/** Anything that is no IBAN stays as it came, for the judge of the settings to name. */
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

function findUnknownSettings(input: StoreInput): RefusalDetail[] {
  return [
    ...findUnknownFields(input, settingNames),
    ...findUnknownFields(input.bankAccount, bankAccountFields, "bankAccount"),
    ...findUnknownFields(input.openBankTransfer, openBankTransferFields, "openBankTransfer"),
  ];
}

function findMerchantIdFaults(merchantId: string): RefusalDetail[] {
  const isUsable = /^[A-Za-z0-9_.-]{1,128}$/.test(merchantId);
  return isUsable
    ? []
    : [{ path: "merchantId", rule: "pattern", message: "may hold 1 to 128 letters, digits and _ . -" }];
}

function findSettingsFaults({ webhookUrlOptions }: ManageStoresDependencies, settings: StoreSettings): RefusalDetail[] {
  const faults: RefusalDetail[] = [];
  const add = (path: string, rule: string, message: string) => faults.push({ path, rule, message });
  const oneOf = (path: string, value: string, words: readonly string[]) => {
    if (!words.includes(value)) add(path, "enum", `must be one of ${words.join(", ")}; got ${JSON.stringify(value)}`);
  };

  if (typeof settings.name !== "string" || settings.name.trim() === "" || settings.name.length > 255) {
    add("name", "length", "must be text of 1 to 255 characters");
  }
  if (settings.webhookUrl !== undefined) {
    const checked = checkWebhookUrl(settings.webhookUrl, webhookUrlOptions);
    if (!checked.ok) add("webhookUrl", checked.rule, checked.message);
  }
  if (settings.contactEmail !== undefined && !/^[^\s@<>]+@[^\s@<>]+$/.test(settings.contactEmail)) {
    add("contactEmail", "email", "must be an e-mail address");
  }
  oneOf("deliveryPath", settings.deliveryPath, ["queue", "legacy"]);
  oneOf("kyc", settings.kyc, kycStates);
  oneOf("verification", settings.verification, verificationStates);
  oneOf("successStatus", settings.successStatus, ["completed", "paid"]);
  oneOf("openBankTransfer.confirmationMode", settings.openBankTransfer.confirmationMode, [
    "provider_success",
    "settlement",
  ]);
  for (const [method, setting] of Object.entries(settings.paymentMethods)) {
    oneOf("paymentMethods", method, paymentMethods);
    oneOf(`paymentMethods.${method}`, setting, ["off", "test", "live"]);
  }
  for (const field of ["instant", "collectBuyerData"] as const) {
    if (typeof settings.openBankTransfer[field] !== "boolean") {
      add(`openBankTransfer.${field}`, "type", "must be true or false");
    }
  }
  const hosts: unknown = settings.allowedReturnHosts;
  if (!Array.isArray(hosts) || hosts.some((host) => typeof host !== "string" || !/^[^\s/@?#]+$/.test(host))) {
    add("allowedReturnHosts", "hosts", 'must be a list of host names, such as ["shop.example.com"]');
  }
  const account = settings.bankAccount;
  const accountFields = ["bankName", "accountHolder", "iban", "bic"] as const;
  const missing = account === undefined ? [] : accountFields.filter((field) => typeof account[field] !== "string");
  for (const field of missing) add(`bankAccount.${field}`, "required", "must be text");
  if (account !== undefined && missing.length === 0) {
    if (normalizeIban(account.iban) === undefined) add("bankAccount.iban", "iban", "must be a valid IBAN");
    if (account.accountHolder.trim() === "" || account.accountHolder.length > 70) {
      add("bankAccount.accountHolder", "length", "must be text of 1 to 70 characters, the limit of the SEPA QR code");
    }
    if (account.bic !== "" && !/^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(account.bic)) {
      add("bankAccount.bic", "bic", "must be a BIC of 8 or 11 capital letters and digits, or empty");
    }
  }
  for (const path of ["logo", "url"] as const) {
    const address = settings[path];
    if (address !== undefined && !/^https?:\/\/[^\s"'<>\\]+$/.test(address)) {
      add(path, "url", "must be an absolute http or https address");
    }
  }
  return faults;
}
