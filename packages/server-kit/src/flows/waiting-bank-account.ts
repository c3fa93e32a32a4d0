// A new account for buyers' money that waits before it counts, so that whoever is told about it can stop it.
import type { WaitingBankAccount } from "../domain/account.js";
import { bankAccountMail } from "../domain/account-mail.js";
import { Refusal } from "../domain/refusal.js";
import type { BankAccount } from "../domain/store.js";
import { appendAudit } from "./append-audit.js";
import {
  accountDigest,
  changeBankAccount,
  judgeBankAccount,
  type ManageStoresDependencies,
  type StoreView,
  viewOf,
} from "./manage-stores.js";
import { queueAccountMail } from "./queue-account-mail.js";

/**
 * Keeps the account until its time has come; one that waits already is replaced, and the wait begins anew.
 * @throws Refusal STORE_NOT_FOUND, VALIDATION_ERROR.
 */
export async function requestBankAccount(
  dependencies: ManageStoresDependencies,
  merchantId: string,
  { account, waitMs, actor }: { account: BankAccount; waitMs: number; actor: string },
  judgeStored?: (stored: StoreView) => void,
): Promise<void> {
  await dependencies.storage.write(async (records) => {
    const store = await records.stores.find(merchantId);
    if (store === undefined) throw new Refusal("STORE_NOT_FOUND");
    judgeStored?.(viewOf(store));
    const judged = judgeBankAccount(dependencies, store, account);
    const now = dependencies.clock.now();
    const effectiveAt = now + waitMs;
    await records.waitingAccounts.put({ merchantId, account: judged, actor, requestedAt: now, effectiveAt });
    if (store.contactEmail !== undefined) {
      const change = { storeName: store.name, before: store.bankAccount, after: judged, actor, effectiveAt };
      await queueAccountMail(dependencies, records, { recipient: store.contactEmail, ...bankAccountMail(change) });
    }
    await appendAudit(dependencies, records, {
      actor,
      action: "store.bank_account_requested",
      merchantId,
      detail: {
        bankAccountBefore: accountDigest(merchantId, store.bankAccount),
        bankAccountAfter: accountDigest(merchantId, judged),
        effectiveAt: new Date(effectiveAt).toISOString(),
      },
    });
  });
}

/** Keeps the store's account as it is. False when nothing waits. */
export async function withdrawBankAccount(
  dependencies: ManageStoresDependencies,
  merchantId: string,
  actor: string,
): Promise<boolean> {
  return dependencies.storage.write(async (records) => {
    const wasWaiting = await records.waitingAccounts.remove(merchantId);
    if (wasWaiting) {
      await appendAudit(dependencies, records, { actor, action: "store.bank_account_withdrawn", merchantId });
    }
    return wasWaiting;
  });
}

export async function findWaitingBankAccount(
  { storage }: Pick<ManageStoresDependencies, "storage">,
  merchantId: string,
): Promise<WaitingBankAccount | undefined> {
  return storage.read((records) => records.waitingAccounts.find(merchantId));
}

/** Makes one account count whose time has come. False when there is none. */
export async function applyNextBankAccount(dependencies: ManageStoresDependencies): Promise<boolean> {
  return dependencies.storage.write(async (records) => {
    const due = await records.waitingAccounts.findDue(dependencies.clock.now());
    if (due === undefined) return false;
    await records.waitingAccounts.remove(due.merchantId);
    // Nobody changes the account of a store that was deleted meanwhile.
    if ((await records.stores.find(due.merchantId)) !== undefined) await changeBankAccount(dependencies, records, due);
    return true;
  });
}
