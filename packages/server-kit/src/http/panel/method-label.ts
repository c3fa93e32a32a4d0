// The panel's labels for the payment methods.
import type { Payment } from "../../domain/payment.js";
import type { PaymentMethod } from "../../domain/payment-method.js";
import { isBeforeChoice } from "../../domain/payment-state.js";

export const methodLabels: Record<PaymentMethod, string> = {
  qr_pay: "QR pay",
  open_bank_transfer: "Open bank transfer",
  card_processing: "Card",
  bank_transfer: "Bank transfer",
};

/** While the buyer has not chosen yet, the stored method is only the contract's default. */
export function methodLabel({
  state,
  requestedMethod,
  paymentMethod,
}: Pick<Payment, "state" | "requestedMethod" | "paymentMethod">): string {
  const isOpenChoice = requestedMethod === undefined && isBeforeChoice(state);
  return isOpenChoice ? "Buyer chooses" : methodLabels[paymentMethod];
}
