// Creates a store; the id of a deleted one may be reused.
import { createId } from "../../domain/identifiers.js";
import { type RefusalDetail, requireNoViolations } from "../../domain/refusal.js";
import { type Store, storeDefaults } from "../../domain/store.js";
import {
  findSettingsViolations,
  findUnknownSettings,
  mergeSettings,
  type StoreInput,
} from "../../domain/store-settings.js";
import type { AlsoIn } from "../also-in.js";
import { appendAudit } from "../append-audit.js";
import { archiveDeletedStore } from "../archive-store.js";
import { type StoreDependencies, type StoreView, viewOf } from "./change-store.js";
import { newWebhookSecret } from "./webhook-secret.js";

export interface NewStoreInput extends StoreInput {
  name: string;
  /** Generated when omitted. */
  merchantId?: string | undefined;
}

/**
 * The id of a deleted store may be reused: the new store starts empty, and the records of the old one are kept under another id.
 * @param alsoIn runs first in the unit of work that creates the store; what it throws leaves no store.
 * @throws Refusal VALIDATION_ERROR naming each invalid field; also for a merchant id in use.
 */
export async function createStore(
  dependencies: StoreDependencies,
  { merchantId: wantedId, ...input }: NewStoreInput,
  actor: string,
  alsoIn?: AlsoIn,
): Promise<StoreView & { webhookSecret: string }> {
  const merchantId = wantedId ?? createId("mer", dependencies.randomBytes);
  const settings = mergeSettings({ ...storeDefaults, name: "" }, input);
  requireNoViolations([
    ...findUnknownSettings(input),
    ...findMerchantIdViolations(merchantId),
    ...findSettingsViolations(settings, dependencies.webhookUrlOptions),
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
    await alsoIn?.(records);
    if (!(await records.stores.insertIfAbsent(store))) {
      requireNoViolations([
        { path: "merchantId", rule: "unique", message: `"${merchantId}" is taken: choose another` },
      ]);
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

function findMerchantIdViolations(merchantId: string): RefusalDetail[] {
  const isUsable = /^[A-Za-z0-9_.-]{1,128}$/.test(merchantId);
  return isUsable
    ? []
    : [{ path: "merchantId", rule: "pattern", message: 'must have 1 to 128 letters, digits, "_", "." or "-"' }];
}
