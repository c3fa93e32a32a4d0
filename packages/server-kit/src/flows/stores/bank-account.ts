// The account for buyers' money: validated, changed after a waiting period, and reported to the contact.
import { bankAccountMail, contactChangedMail } from "../../domain/account-mail.js";
import { requireNoViolations } from "../../domain/refusal.js";
import type { BankAccount, Store, StoreSettings } from "../../domain/store.js";
import { findSettingsViolations, findUnknownSettings, mergeSettings } from "../../domain/store-settings.js";
import type { Records } from "../../storage/port.js";
import { digestForAudit } from "../audit-digest.js";
import { queueAccountMail } from "../queue-account-mail.js";
import { changeStoreIn, type StoreDependencies } from "./change-store.js";

/** Puts a pending account into effect, in the caller's unit of work. */
export async function changeBankAccount(
  dependencies: StoreDependencies,
  records: Records,
  { merchantId, account, actor }: { merchantId: string; account: BankAccount; actor: string },
): Promise<void> {
  await changeStoreIn(dependencies, records, { merchantId, actor, action: "store.updated" }, async (store) => {
    const settings = { ...store, bankAccount: account };
    await notifyContacts(dependencies, records, { store, settings, actor });
    const before = accountDigest(merchantId, store.bankAccount);
    const after = accountDigest(merchantId, account);
    return {
      store: settings,
      detail: { fields: ["bankAccount"], bankAccountBefore: before, bankAccountAfter: after, waited: true },
    };
  });
}

/** The account in its stored form. @throws Refusal VALIDATION_ERROR naming each invalid field. */
export function checkBankAccount(
  dependencies: StoreDependencies,
  store: StoreSettings,
  bankAccount: BankAccount,
): BankAccount {
  const settings = mergeSettings(store, { bankAccount });
  requireNoViolations([
    ...findUnknownSettings({ bankAccount }),
    ...findSettingsViolations(settings, dependencies.webhookUrlOptions),
  ]);
  return settings.bankAccount ?? bankAccount;
}

/** Mails a change of the account to the previous and the current contact, and a change of the contact to the previous one. */
export async function notifyContacts(
  dependencies: StoreDependencies,
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

/** Identifies an account in the audit log without revealing it. */
export function accountDigest(merchantId: string, account: BankAccount | undefined): string {
  if (account === undefined) return "none";
  const { bankName, accountHolder, iban, bic } = account;
  return digestForAudit(JSON.stringify([merchantId, bankName, accountHolder, iban, bic]));
}
