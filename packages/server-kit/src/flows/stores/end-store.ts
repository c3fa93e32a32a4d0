// Disables, enables or deletes a store.
import { appendAudit } from "../append-audit.js";
import { cancelDeliveriesOf } from "../cancel-deliveries.js";
import { changeStore, type StoreDependencies } from "./change-store.js";

/** Disables or enables a store. While disabled, deliveries wait and new payments are rejected. */
export async function setStoreDisabled(
  dependencies: StoreDependencies,
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
 * Deletes a store: keys are revoked, users are signed out and disabled, pending deliveries and mails are cancelled. Its payments
 * are kept.
 */
export async function deleteStore(dependencies: StoreDependencies, merchantId: string, actor: string): Promise<void> {
  await changeStore(dependencies, merchantId, actor, "store.deleted", async (store, records) => {
    const now = dependencies.clock.now();
    for (const key of await records.apiKeys.listOfStore(merchantId)) await records.apiKeys.revoke(key.id, now);
    for (const user of await records.users.list(merchantId)) {
      await records.users.update({ ...user, disabledAt: user.disabledAt ?? now });
      await records.users.removeSessionsOfUser(user.userId);
    }
    const cancelledMails = await records.mails.cancelOfStore(merchantId);
    await records.pendingBankAccounts.remove(merchantId);
    return { store: { ...store, deletedAt: now }, detail: { cancelledMails } };
  });
  const count = await cancelDeliveriesOf(dependencies, merchantId);
  if (count === 0) return;
  await dependencies.storage.write((records) =>
    appendAudit(dependencies, records, { actor, action: "deliveries.cancelled", merchantId, detail: { count } }),
  );
}
