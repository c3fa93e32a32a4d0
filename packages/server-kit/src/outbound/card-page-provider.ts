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
 * The same port as a bank's, with a smaller request. `readCallback` authenticates what the processor sends; without it the service
 * calls `fetchOutcome`. A store that waits for settlement waits for it with cards too: report `settlement.confirmed` once the
 * processor has captured.
 */
export interface CardPageProvider extends Omit<OpenBankingProvider, "createSession"> {
  /** Opens a session. Throw when the processor cannot; the payment stays usable and the buyer may try again. */
  createSession(request: CardSessionRequest): Promise<ProviderSession>;
}
