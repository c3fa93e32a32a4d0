// The data of the sandbox pages: a provider session and the test payment behind it.
import { type Payment, type PaymentArrival, type PaymentAttempt, placeOfKind } from "../../domain/payment.js";
import type { Store } from "../../domain/store.js";
import type { CheckoutDependencies } from "../checkout/checkout-dependencies.js";

export interface SandboxSession {
  attempt: PaymentAttempt;
  payment: Payment;
  store: Store;
  arrivals: PaymentArrival[];
}

/** The page's path, independent of the deployment's origin. */
export function pagePath({ links }: CheckoutDependencies, attempt: PaymentAttempt): string {
  return `${links.basePath}/sandbox/${placeOfKind[attempt.kind]}/${encodeURIComponent(attempt.sessionId ?? "")}`;
}
