// Changes a store: read, change, write and audit in one unit of work; and the view of a store for operators.
import type { Clock, RandomBytes } from "../../domain/clock.js";
import type { JsonObject } from "../../domain/json.js";
import { Refusal } from "../../domain/refusal.js";
import type { Store, StoreSettings, WebhookOff } from "../../domain/store.js";
import type { Vault } from "../../domain/vault.js";
import type { WebhookUrlOptions } from "../../domain/webhook-url.js";
import type { Records, Storage } from "../../storage/port.js";
import { appendAudit } from "../append-audit.js";
import { changeDigests } from "../change-digests.js";

export interface StoreDependencies {
  storage: Storage;
  clock: Clock;
  randomBytes: RandomBytes;
  vault: Vault;
  webhookUrlOptions: WebhookUrlOptions;
}

/** A store as operators see it: every field except its secrets. Times are epoch milliseconds. */
export type StoreView = StoreSettings & {
  merchantId: string;
  isDisabled: boolean;
  /** A next webhook secret is announced but not yet in use. */
  hasAnnouncedSecret: boolean;
  /** Set while the webhook URL is switched off: why, and since when. */
  webhookOff?: WebhookOff | undefined;
  /** File name of the uploaded logo, shown instead of `logo`. */
  logoFile?: string | undefined;
  createdAt: number;
  updatedAt: number;
};

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

/** Changes and audits a store in one unit of work. @throws Refusal STORE_NOT_FOUND, and the errors of `change`. */
export async function changeStore(
  dependencies: StoreDependencies,
  merchantId: string,
  actor: string,
  action: string,
  change: (store: Store, records: Records) => StoreChange | Promise<StoreChange>,
): Promise<StoreView> {
  return dependencies.storage.write((records) =>
    changeStoreIn(dependencies, records, { merchantId, actor, action }, (store) => change(store, records)),
  );
}

/** As `changeStore`, in the caller's unit of work. */
export async function changeStoreIn(
  dependencies: StoreDependencies,
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
