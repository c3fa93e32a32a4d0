// The dependencies shared by the endpoints of the merchant API, and the read of one payment that they share.
import type { Environment } from "../../domain/environment.js";
import type { Payment } from "../../domain/payment.js";
import { Refusal } from "../../domain/refusal.js";
import type { InitializeDependencies } from "../../flows/initialize-payment.js";
import type { Storage } from "../../storage/port.js";
import { wrongEnvironment } from "../authenticate.js";
import { type Call, callerOf, type Step } from "../call.js";
import type { OperationContract } from "../generated/contract.js";
import type { Links } from "../links.js";

export interface MerchantApiDependencies extends InitializeDependencies {
  links: Links;
  environments: readonly Environment[];
  authenticate: Step;
  /** Counts the call against the operation's limit. */
  limit(operation: OperationContract): Step;
}

/**
 * The caller's own payment by its id.
 * @throws Refusal PAYMENT_NOT_FOUND for another store's payment; for a payment of the same store in the other environment,
 *   TEST_MODE_NOT_ALLOWED for a test payment, LIVE_MODE_NOT_ALLOWED for a live one.
 */
export async function getOwnPayment(
  { storage }: { storage: Storage },
  call: Call,
  paymentId: string,
): Promise<Payment> {
  const { key, store } = callerOf(call);
  const payment = await storage.read((records) => records.payments.findOfStore(store.merchantId, paymentId), {
    isShort: true,
  });
  if (payment === undefined) throw new Refusal("PAYMENT_NOT_FOUND");
  if (payment.environment !== key.environment) throw wrongEnvironment(payment.environment);
  return payment;
}
