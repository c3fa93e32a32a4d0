// A store as a row: its settings are one JSON column, the rest are columns of their own.
import type { Store } from "../domain/store.js";
import type { StoreRow } from "./tables.js";

export function toStoreRow(store: Store): StoreRow {
  const {
    merchantId,
    sealedWebhookSecret,
    sealedNextWebhookSecret,
    disabledAt,
    deletedAt,
    createdAt,
    updatedAt,
    ...settings
  } = store;
  return {
    merchantId,
    settings,
    sealedWebhookSecret,
    sealedNextWebhookSecret,
    disabledAt,
    deletedAt,
    createdAt,
    updatedAt,
  };
}

export function fromStoreRow({ settings, ...row }: StoreRow): Store {
  // JSON drops undefined fields; the domain names every one of them.
  return {
    ...row,
    ...settings,
    webhookUrl: settings.webhookUrl,
    contactEmail: settings.contactEmail,
    bankAccount: settings.bankAccount,
    logo: settings.logo,
    url: settings.url,
  };
}
