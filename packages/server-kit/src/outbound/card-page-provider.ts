// The port to a card processor's hosted page: opens sessions and reports outcomes. Card numbers are entered only
// there; the built-in sandbox page is one implementation.
import type { OpenBankingProvider, ProviderSession, ProviderSessionRequest } from "./open-banking-provider.js";

/** A session request without bank accounts. */
export type CardSessionRequest = Pick<
  ProviderSessionRequest,
  | "paymentId"
  | "attemptId"
  | "merchantId"
  | "shopName"
  | "amountCents"
  | "currency"
  | "reference"
  | "buyerReturnUrl"
  | "callbackUrl"
  | "signal"
>;

/**
 * The adapter of a card processor: the port of a bank with a smaller request. `readCallback` authenticates the processor's callback; without
 * it the service calls `fetchOutcome`. A store in confirmation mode `settlement` requires a settlement for cards too: report
 * `settlement.confirmed` once the processor has captured the amount (spec/rules.md#transitions).
 */
export interface CardPageProvider extends Omit<OpenBankingProvider, "createSession"> {
  /** Opens a session. Throw when the processor cannot open one: the payment stays usable and the buyer may try again. */
  createSession(request: CardSessionRequest): Promise<ProviderSession>;
}
