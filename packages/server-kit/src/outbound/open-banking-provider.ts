// The port to a bank: opens payment sessions and reports outcomes. The built-in sandbox is one implementation.
import type { ProviderEvent } from "../domain/evidence.js";
import type { BankAccount } from "../domain/store.js";

export interface ProviderSessionRequest {
  paymentId: string;
  /** Use it as the idempotency key: a repeat of the same id is the same session. */
  attemptId: string;
  merchantId: string;
  shopName: string;
  amountCents: number;
  currency: string;
  /** SEPA-safe. */
  reference: string;
  endToEndId: string;
  /** ISO 3166-1 alpha-2; undefined in hosted mode when the buyer did not enter it. */
  customerCountry: string | undefined;
  /** The buyer's account; undefined lets the buyer choose in the provider's form. */
  sender: { name: string; iban: string } | undefined;
  /** SEPA Instant. */
  instant: boolean;
  /** Whether the buyer may pay by standard SEPA when Instant is declined; true whenever `instant` is. */
  fallbackToStandard: boolean;
  /** The account that receives the money; undefined when the provider derives it from the merchant. */
  creditor: BankAccount | undefined;
  /** Where the provider sends the buyer back to. */
  buyerReturnUrl: string;
  /** Where the provider may report the outcome. */
  callbackUrl: string;
  /** Aborted when the service stops waiting: pass it on to fetch. */
  signal: AbortSignal;
}

export interface ProviderSession {
  sessionId: string;
  redirectUrl: string;
  /**
   * Until when the buyer can pay there, in epoch milliseconds. Once it has passed and one more poll had no result, the session is
   * over: hosted buyers may try again, direct payments expire. Undefined: only an event of the provider ends it.
   */
  expiresAt?: number | undefined;
}

export interface OpenBankingProvider {
  /** The value of the `provider` field. */
  code: string;
  /** Opens a session. Throw when the provider cannot; the payment stays usable. */
  createSession(request: ProviderSessionRequest): Promise<ProviderSession>;
  /**
   * The events known to the provider, one or several in order; undefined while the buyer is not finished. `pollNumber` counts
   * the polls, from 1. Throw when the provider cannot be reached: it is polled again later. The signal is aborted when the service
   * stops waiting.
   */
  fetchOutcome(
    sessionId: string,
    pollNumber: number,
    how: { signal: AbortSignal },
  ): Promise<ProviderEvent | ProviderEvent[] | undefined>;
  /**
   * Reads a callback that the provider sent. Authenticate it here and throw when it is not the provider's; leave the method out
   * when callbacks are not signed: the service then calls `fetchOutcome`. Without a result within seconds, the
   * response asks the provider to repeat it.
   */
  readCallback?(request: {
    headers: Record<string, string | string[] | undefined>;
    body: Uint8Array;
    signal: AbortSignal;
  }): Promise<{ sessionId: string; event: ProviderEvent }>;
}
