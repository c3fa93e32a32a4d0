// Maps a store to a row: its settings are one JSON column, other fields are columns.
import { type Store, storeDefaults } from "../domain/store.js";
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
    webhookOff,
    ...settings
  } = store;
  const { webhookUrl: url } = settings;
  return {
    merchantId,
    settings:
      webhookOff === undefined ? settings : { ...settings, webhookUrl: undefined, webhookOff: { ...webhookOff, url } },
    sealedWebhookSecret,
    sealedNextWebhookSecret,
    disabledAt,
    deletedAt,
    createdAt,
    updatedAt,
  };
}

/** Field by field: JSON drops undefined fields but the domain type has all of them, and spreads create a new shape for each row. */
export function fromStoreRow(row: StoreRow): Store {
  const { settings } = row;
  return {
    merchantId: row.merchantId,
    name: settings.name,
    webhookUrl: settings.webhookUrl ?? settings.webhookOff?.url,
    webhookOff: settings.webhookOff && { reason: settings.webhookOff.reason, at: settings.webhookOff.at },
    contactEmail: settings.contactEmail,
    deliveryPath: settings.deliveryPath,
    kyc: settings.kyc,
    verification: settings.verification,
    // Stores saved before a method existed get its default.
    paymentMethods: { ...storeDefaults.paymentMethods, ...settings.paymentMethods },
    bankAccount: settings.bankAccount,
    openBankTransfer: settings.openBankTransfer,
    successStatus: settings.successStatus,
    allowedReturnHosts: settings.allowedReturnHosts,
    logo: settings.logo,
    logoFile: settings.logoFile,
    url: settings.url,
    sealedWebhookSecret: row.sealedWebhookSecret,
    sealedNextWebhookSecret: row.sealedNextWebhookSecret,
    disabledAt: row.disabledAt,
    deletedAt: row.deletedAt,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  };
}
