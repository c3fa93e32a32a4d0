// Changes the settings of a store: validated as a whole, audited, and mailed to the contact when the bank account or the contact changes.
import { type RefusalDetail, requireNoViolations } from "../../domain/refusal.js";
import {
  findSettingsViolations,
  findUnknownSettings,
  mergeSettings,
  type StoreInput,
} from "../../domain/store-settings.js";
import type { Records } from "../../storage/port.js";
import type { AlsoIn } from "../also-in.js";
import { accountDigest, notifyContacts } from "./bank-account.js";
import { changeStoreIn, type StoreDependencies, type StoreView, viewOf } from "./change-store.js";

/**
 * Changes the given settings.
 * @param alsoIn runs first in the unit of work that changes them; what it throws leaves them as they were.
 * @throws Refusal STORE_NOT_FOUND, VALIDATION_ERROR.
 */
export async function updateStore(
  dependencies: StoreDependencies,
  merchantId: string,
  input: StoreInput,
  actor: string,
  alsoIn?: AlsoIn<[stored: StoreView]>,
): Promise<StoreView> {
  return dependencies.storage.write((records) =>
    updateStoreIn(dependencies, records, { merchantId, input, actor }, alsoIn),
  );
}

/** As `updateStore`, in the caller's unit of work. */
export async function updateStoreIn(
  dependencies: StoreDependencies,
  records: Records,
  { merchantId, input, actor }: { merchantId: string; input: StoreInput; actor: string },
  alsoIn?: AlsoIn<[stored: StoreView]>,
): Promise<StoreView> {
  return changeStoreIn(dependencies, records, { merchantId, actor, action: "store.updated" }, async (store) => {
    await alsoIn?.(records, viewOf(store));
    const settings = mergeSettings(store, input);
    // An unchanged stored value may be older than a rule, such as a webhook URL over http: it does not block other changes.
    const isGiven = ({ path }: RefusalDetail) => Object.hasOwn(input, path.split(".", 1)[0] ?? "");
    const violations = findSettingsViolations(settings, dependencies.webhookUrlOptions).filter(isGiven);
    requireNoViolations([...findUnknownSettings(input), ...violations]);
    const before = accountDigest(merchantId, store.bankAccount);
    const after = accountDigest(merchantId, settings.bankAccount);
    const account = before === after ? {} : { bankAccountBefore: before, bankAccountAfter: after };
    if (before !== after) await records.pendingBankAccounts.remove(merchantId);
    await notifyContacts(dependencies, records, { store, settings, actor });
    return { store: { ...store, ...settings }, detail: { fields: Object.keys(input), ...account } };
  });
}
