// A merchant's store: who may take payments, by which methods, and where its webhooks go (spec/rules.md#store).
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

/** The account that buyers transfer to. `iban` is stored without spaces, in upper case. */
export interface BankAccount {
  bankName: string;
  accountHolder: string;
  iban: string;
  bic: string;
}

export interface OpenBankTransferSettings {
  /** SEPA Instant unless a request says otherwise. */
  instant: boolean;
  /** Whether the hosted page asks for name, IBAN and country before it hands over to the provider. */
  collectBuyerData: boolean;
  confirmationMode: ConfirmationMode;
}

/** `queue`: twelve attempts over about a week; `legacy`: three attempts within seconds. */
export type DeliveryPath = "queue" | "legacy";

export interface StoreSettings {
  name: string;
  webhookUrl: string | undefined;
  contactEmail: string | undefined;
  deliveryPath: DeliveryPath;
  kyc: KycState;
  verification: VerificationState;
  paymentMethods: MethodSwitches;
  bankAccount: BankAccount | undefined;
  openBankTransfer: OpenBankTransferSettings;
  successStatus: SuccessStatus;
  /** Hosts that a return URL may name; empty means any. */
  allowedReturnHosts: string[];
  /** Absolute https URL of an image, shown on the checkout page and in order answers. */
  logo: string | undefined;
  /** The shop's own address. */
  url: string | undefined;
}

/** Why nothing is sent to the webhook URL, and since when (epoch milliseconds). Deliveries are made and wait; payments go on. */
export interface WebhookOff {
  reason: string;
  at: number;
}

export interface Store extends StoreSettings {
  merchantId: string;
  /** Set while an operator has switched the endpoint off. */
  webhookOff?: WebhookOff | undefined;
  /** Name of the uploaded logo, shown in place of `logo`. */
  logoFile?: string | undefined;
  /** Sealed by the vault; never leaves the service except once, at creation or rotation. */
  sealedWebhookSecret: string;
  /** The announced next secret, sealed; deliveries are not signed with it until the switch. */
  sealedNextWebhookSecret: string | undefined;
  /** Epoch milliseconds; deliveries pause while it is set. */
  disabledAt: number | undefined;
  /** Epoch milliseconds; a deleted store answers like an unknown one. */
  deletedAt: number | undefined;
  createdAt: number;
  updatedAt: number;
}

/** Whether deliveries of the store are sent at present; those that are not wait. */
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
 * What a new store starts with: not approved, provider success counts. Methods are off until they are switched on, except open bank
 * transfer, which the specification lets a store use without enabling it; an explicit `off` still closes it.
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
