// Whether a store may accept a payment now (spec/rules.md#initialize, 1).
import type { Environment } from "./environment.js";
import type { ErrorCode } from "./generated/error-table.js";
import { isMethodOpen, type PaymentMethod } from "./payment-method.js";
import { Refusal } from "./refusal.js";
import type { KycState, Store } from "./store.js";

const kycRefusals: Record<Exclude<KycState, "approved">, ErrorCode> = {
  pending: "KYC_NOT_APPROVED",
  rejected: "KYC_NOT_APPROVED",
  submission_missing: "KYC_SUBMISSION_MISSING",
  user_association_missing: "KYC_USER_ASSOCIATION_MISSING",
  user_mismatch: "KYC_USER_MISMATCH",
};

/** @throws Refusal SHOP_NOT_VERIFIED when the operator has paused the store. */
export function requireEnabledStore(store: Pick<Store, "disabledAt">): void {
  if (store.disabledAt !== undefined) throw new Refusal("SHOP_NOT_VERIFIED", { fields: { currentStatus: "disabled" } });
}

/** @throws Refusal with the KYC or verification code, and the store's state as `currentStatus`. */
export function requireApprovedStore(store: Pick<Store, "kyc" | "verification" | "disabledAt">): void {
  requireEnabledStore(store);
  if (store.kyc !== "approved") {
    throw new Refusal(kycRefusals[store.kyc], { fields: { currentStatus: store.kyc } });
  }
  if (store.verification !== "approved") {
    throw new Refusal("SHOP_NOT_VERIFIED", { fields: { currentStatus: store.verification } });
  }
}

/** @throws Refusal PAYMENT_METHOD_UNAVAILABLE when the store's switch does not allow the method in this environment. */
export function requireOpenMethod(
  store: Pick<Store, "paymentMethods">,
  method: PaymentMethod,
  environment: Environment,
): void {
  const setting = store.paymentMethods[method];
  if (!isMethodOpen(setting, environment)) {
    throw new Refusal("PAYMENT_METHOD_UNAVAILABLE", { fields: { currentStatus: setting } });
  }
}

/** The refusal of a method that no bank or card page serves in this environment. */
export function noProvider(): Refusal {
  return new Refusal("PAYMENT_METHOD_UNAVAILABLE", { fields: { currentStatus: "no_provider" } });
}
