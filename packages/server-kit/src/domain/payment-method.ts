// Which payment methods exist, which names mean the same one, and which switch opens each (spec/rules.md#initialize, 9).
import type { Environment } from "./environment.js";

/** The four methods that a store can switch on; every accepted name normalises to one of them. */
export const paymentMethods = ["qr_pay", "open_bank_transfer", "card_processing", "bank_transfer"] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

/** `off`: never; `test`: for test keys only; `live`: for test and live keys. */
export type MethodSwitch = "off" | "test" | "live";
export type MethodSwitches = Record<PaymentMethod, MethodSwitch>;

/** What an initialize request without `paymentMethod` reports; no tile is preselected and the method need not be on. */
export const defaultPaymentMethod: PaymentMethod = "qr_pay";

const aliases: Record<string, PaymentMethod> = {
  qr_pay: "qr_pay",
  open_bank_transfer: "open_bank_transfer",
  card_processing: "card_processing",
  bank_transfer: "bank_transfer",
  manual_transfer: "bank_transfer",
  manual_pay: "bank_transfer",
  manual: "bank_transfer",
};

/** The method that a wire name means, or undefined for a name that the contract does not know. */
export function normalizePaymentMethod(wireName: string): PaymentMethod | undefined {
  return Object.hasOwn(aliases, wireName) ? aliases[wireName] : undefined;
}

/** Whether a store's switch lets payments of this environment use the method. */
export function isMethodOpen(setting: MethodSwitch, environment: Environment): boolean {
  return setting === "live" || (setting === "test" && environment === "test");
}
