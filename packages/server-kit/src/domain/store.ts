// A merchant's store: eligibility, payment methods, bank account and webhook settings (spec/rules.md#store).
import type { MethodSwitches } from "./payment-method.js";
import type { SuccessStatus } from "./payment-state.js";
import type { ConfirmationMode } from "./transition-graph.js";

export const kycStates = [
  "approved",
  "pending",
  "rejected",
  "submission_missing",
  "user_association_missing",
  "user_mismatch",
] as const;
export type KycState = (typeof kycStates)[number];

export const verificationStates = ["approved", "pending", "rejected"] as const;
export type VerificationState = (typeof verificationStates)[number];

/** The account that buyers transfer to. `iban` is stored in upper case without spaces. */
export interface BankAccount {
  bankName: string;
  accountHolder: string;
  iban: string;
  bic: string;
}

export interface OpenBankTransferSettings {
  /** Whether transfers are made by SEPA Instant unless a request sets another value. */
  instant: boolean;
  /** Whether the hosted page collects name, IBAN and country before redirecting to the provider. */
  collectBuyerData: boolean;
  confirmationMode: ConfirmationMode;
}

/** The retry schedule of a store's webhooks (domain/delivery-schedule.ts). */
export type DeliveryPath = "queue" | "legacy";

export interface StoreSettings {
  /** Displayed to buyers. */
  name: string;
  /** Undefined: no deliveries are created. */
  webhookUrl: string | undefined;
  /** Recipient of mails about failed deliveries, alerts and changes of the account; undefined: no such mails. */
  contactEmail: string | undefined;
  deliveryPath: DeliveryPath;
  kyc: KycState;
  verification: VerificationState;
  paymentMethods: MethodSwitches;
  bankAccount: BankAccount | undefined;
  openBankTransfer: OpenBankTransferSettings;
  /** The status word that webhooks report for a settled payment. */
  successStatus: SuccessStatus;
  /** Allowed hosts of return URLs; empty: any. */
  allowedReturnHosts: string[];
  /** Absolute https URL of an image, shown on the checkout page and in order responses. */
  logo: string | undefined;
  /** Address of the merchant's website. */
  url: string | undefined;
}

/** Webhooks switched off: the reason, and the time (epoch milliseconds). Deliveries are created and wait; payments continue. */
export interface WebhookOff {
  reason: string;
  at: number;
}

export interface Store extends StoreSettings {
  merchantId: string;
  /** Set while an operator has switched the endpoint off. */
  webhookOff?: WebhookOff | undefined;
  /** File name of the uploaded logo, shown instead of `logo`. */
  logoFile?: string | undefined;
  /** Sealed by the vault; shown only once, at creation or rotation. */
  sealedWebhookSecret: string;
  /** The announced next secret, sealed; signs deliveries after the switch. */
  sealedNextWebhookSecret: string | undefined;
  /** Epoch milliseconds; deliveries pause while it is set. */
  disabledAt: number | undefined;
  /** Epoch milliseconds; requests treat a deleted store as unknown. */
  deletedAt: number | undefined;
  createdAt: number;
  updatedAt: number;
}

/** Whether deliveries of the store are sent at present; otherwise they wait. */
export function acceptsDeliveries(
  store: Pick<Store, "webhookUrl" | "webhookOff" | "disabledAt" | "deletedAt"> | undefined,
): boolean {
  return (
    store?.webhookUrl !== undefined &&
    store.webhookOff === undefined &&
    store.disabledAt === undefined &&
    store.deletedAt === undefined
  );
}

/**
 * Settings of a new store: not approved, provider success counts. Methods are off until they are switched on, except open bank
 * transfer, which the specification allows without enabling it; an explicit `off` disables it.
 */
export const storeDefaults: Omit<StoreSettings, "name"> = {
  webhookUrl: undefined,
  contactEmail: undefined,
  deliveryPath: "queue",
  kyc: "pending",
  verification: "pending",
  paymentMethods: { qr_pay: "off", open_bank_transfer: "live", card_processing: "off", bank_transfer: "off" },
  bankAccount: undefined,
  openBankTransfer: { instant: true, collectBuyerData: false, confirmationMode: "provider_success" },
  successStatus: "completed",
  allowedReturnHosts: [],
  logo: undefined,
  url: undefined,
};
