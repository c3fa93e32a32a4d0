// Changes the settings of a store: judged as a whole, told to the contact where money or the contact itself is concerned, audited.
import { type RefusalDetail, requireNoFaults } from "../../domain/refusal.js";
import {
  findSettingsFaults,
  findUnknownSettings,
  mergeSettings,
  type StoreInput,
} from "../../domain/store-settings.js";
import type { Records } from "../../storage/port.js";
import { accountDigest, notifyContacts } from "./bank-account.js";
import { changeStoreIn, type StoreDependencies, type StoreView, viewOf } from "./change-store.js";

/**
 * `judgeStored` sees the settings that are about to change, in the same unit of work, and may refuse.
 * @throws Refusal STORE_NOT_FOUND, VALIDATION_ERROR.
 */
export async function updateStore(
  dependencies: StoreDependencies,
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
  dependencies: StoreDependencies,
  records: Records,
  { merchantId, input, actor }: { merchantId: string; input: StoreInput; actor: string },
  judgeStored?: (stored: StoreView) => void,
): Promise<StoreView> {
  return changeStoreIn(dependencies, records, { merchantId, actor, action: "store.updated" }, async (store) => {
    judgeStored?.(viewOf(store));
    const settings = mergeSettings(store, input);
    // What is stored and not changed may be older than a rule, such as a webhook URL over http: it stands in nobody's way.
    const isGiven = ({ path }: RefusalDetail) => Object.hasOwn(input, path.split(".", 1)[0] ?? "");
    const faults = findSettingsFaults(settings, dependencies.webhookUrlOptions).filter(isGiven);
    requireNoFaults([...findUnknownSettings(input), ...faults]);
    const before = accountDigest(merchantId, store.bankAccount);
    const after = accountDigest(merchantId, settings.bankAccount);
    const account = before === after ? {} : { bankAccountBefore: before, bankAccountAfter: after };
    if (before !== after) await records.waitingAccounts.remove(merchantId);
    await notifyContacts(dependencies, records, { store, settings, actor });
    return { store: { ...store, ...settings }, detail: { fields: Object.keys(input), ...account } };
  });
}
