// Delays a change of the account for buyers' money, so that the notified contacts can stop it.
import { bankAccountMail } from "../domain/account-mail.js";
import type { PendingBankAccount } from "../domain/pending-bank-account.js";
import { invalidInput, Refusal } from "../domain/refusal.js";
import type { BankAccount, Store } from "../domain/store.js";
import type { StoreInput } from "../domain/store-settings.js";
import type { Records } from "../storage/port.js";
import type { AlsoIn } from "./also-in.js";
import { appendAudit } from "./append-audit.js";
import { queueAccountMail } from "./queue-account-mail.js";
import { accountDigest, changeBankAccount, checkBankAccount } from "./stores/bank-account.js";
import { type StoreDependencies, type StoreView, viewOf } from "./stores/change-store.js";
import { updateStoreIn } from "./stores/update-store.js";

/**
 * Changes a store's settings as `updateStore`, but delays a new account for buyers' money. A pending account is replaced, and the delay
 * starts again. True when the given account is pending, false when it has taken effect or none was given.
 * @param alsoIn runs first in the unit of work; what it throws leaves the settings as they were.
 * @throws Refusal STORE_NOT_FOUND, VALIDATION_ERROR.
 */
export async function updateStoreWithWait(
  dependencies: StoreDependencies,
  merchantId: string,
  { input, waitMs, actor }: { input: StoreInput; waitMs: number; actor: string },
  alsoIn?: AlsoIn<[stored: StoreView]>,
): Promise<boolean> {
  return dependencies.storage.write(async (records) => {
    const store = await records.stores.find(merchantId);
    if (store === undefined) throw new Refusal("STORE_NOT_FOUND");
    await alsoIn?.(records, viewOf(store));
    const { bankAccount, ...rest } = input;
    const mustWait = waitMs > 0 && bankAccount !== undefined && store.bankAccount !== undefined;
    if (mustWait) {
      const contacts = [store.contactEmail, input.contactEmail ?? undefined];
      await queueBankAccount(dependencies, records, { store, account: bankAccount, contacts, waitMs, actor });
    }
    const immediate = mustWait ? rest : input;
    if (Object.keys(immediate).length > 0) {
      await updateStoreIn(dependencies, records, { merchantId, input: immediate, actor });
    }
    return mustWait;
  });
}

async function queueBankAccount(
  dependencies: StoreDependencies,
  records: Records,
  {
    store,
    account,
    contacts,
    waitMs,
    actor,
  }: { store: Store; account: BankAccount | null; contacts: (string | undefined)[]; waitMs: number; actor: string },
): Promise<void> {
  const { merchantId, name: storeName, bankAccount: before } = store;
  if (account === null) {
    // Otherwise the next account would count as the first one, which takes effect immediately.
    const message = "can be replaced, not removed: a new account takes effect after a waiting period";
    throw invalidInput({ path: "bankAccount.iban", rule: "waiting", message });
  }
  const after = checkBankAccount(dependencies, store, account);
  const now = dependencies.clock.now();
  const effectiveAt = now + waitMs;
  await records.pendingBankAccounts.put({ merchantId, account: after, actor, requestedAt: now, effectiveAt });
  const content = bankAccountMail({ storeName, before, after, actor, effectiveAt });
  for (const recipient of new Set(contacts)) {
    if (recipient !== undefined) await queueAccountMail(dependencies, records, { recipient, ...content });
  }
  await appendAudit(dependencies, records, {
    actor,
    action: "store.bank_account_requested",
    merchantId,
    detail: {
      bankAccountBefore: accountDigest(merchantId, before),
      bankAccountAfter: accountDigest(merchantId, after),
      effectiveAt: new Date(effectiveAt).toISOString(),
    },
  });
}

/** Discards the pending account. False when there is none. */
export async function withdrawBankAccount(
  dependencies: StoreDependencies,
  merchantId: string,
  actor: string,
): Promise<boolean> {
  return dependencies.storage.write(async (records) => {
    const wasWaiting = await records.pendingBankAccounts.remove(merchantId);
    if (wasWaiting) {
      await appendAudit(dependencies, records, { actor, action: "store.bank_account_withdrawn", merchantId });
    }
    return wasWaiting;
  });
}

/** The pending account of a store; undefined when there is none. */
export async function findPendingBankAccount(
  { storage }: Pick<StoreDependencies, "storage">,
  merchantId: string,
): Promise<PendingBankAccount | undefined> {
  return storage.read((records) => records.pendingBankAccounts.find(merchantId));
}

/** Puts one due account into effect. False when none is due. */
export async function applyNextBankAccount(dependencies: StoreDependencies): Promise<boolean> {
  return dependencies.storage.write(async (records) => {
    const due = await records.pendingBankAccounts.findDue(dependencies.clock.now());
    if (due === undefined) return false;
    await records.pendingBankAccounts.remove(due.merchantId);
    // The store may have been deleted meanwhile.
    if ((await records.stores.find(due.merchantId)) !== undefined) await changeBankAccount(dependencies, records, due);
    return true;
  });
}
