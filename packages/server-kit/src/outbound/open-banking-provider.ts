// The port to a bank: opens payment sessions and reports outcomes. A host implements it; the built-in sandbox is one implementation.
import type { ProviderEvent } from "../domain/evidence.js";
import type { BankAccount } from "../domain/store.js";

/** The request for one payment session at the provider. */
export interface ProviderSessionRequest {
  paymentId: string;
  /** Use it as the idempotency key: a repeat of the same id is the same session. */
  attemptId: string;
  merchantId: string;
  shopName: string;
  /** Minor units of `currency`. */
  amountCents: number;
  /** ISO 4217, capital letters. */
  currency: string;
  /** The remittance reference in its SEPA-safe form (spec/rules.md#references). */
  reference: string;
  endToEndId: string;
  /** ISO 3166-1 alpha-2; undefined in hosted mode when the buyer did not enter it. */
  customerCountry: string | undefined;
  /** The buyer's account; undefined: the buyer chooses it in the provider's form. */
  sender: { name: string; iban: string } | undefined;
  /** Whether the transfer is to be made by SEPA Instant. */
  instant: boolean;
  /** Whether the buyer may pay by standard SEPA when Instant is declined; true whenever `instant` is. */
  fallbackToStandard: boolean;
  /** The account that receives the money; undefined when the provider derives it from the merchant. */
  creditor: BankAccount | undefined;
  /** URL to which the provider redirects the buyer afterwards. */
  buyerReturnUrl: string;
  /** URL to which the provider may report the outcome. */
  callbackUrl: string;
  /** Aborted when the service stops waiting: pass it on to fetch. */
  signal: AbortSignal;
}

/** An opened session. Both texts are required; a malformed result counts as a failed call. */
export interface ProviderSession {
  /** The provider's id of the session; passed to `fetchOutcome`. */
  sessionId: string;
  /** The page of the provider to which the buyer is redirected. */
  redirectUrl: string;
  /**
   * The time until which the buyer can pay there, in epoch milliseconds. Once it has passed and one more poll had no result, the session is
   * over: hosted buyers may try again, direct payments expire. Undefined: only an event of the provider ends it.
   */
  expiresAt?: number | undefined;
}

/** The adapter of an open-banking provider. Every call has a deadline, a limit on concurrent calls and a circuit breaker. */
export interface OpenBankingProvider {
  /** The value of the `provider` field: 1 to 64 characters of `A-Za-z0-9._~-`. Keep it stable, because stored sessions refer to it. */
  code: string;
  /**
   * Opens a session. Throw when the provider cannot open one: the payment stays usable and the buyer may try again. Throw a
   * `SessionRefusedError` when it refuses the buyer's account: the buyer is told so, and the store's circuit does not open.
   */
  createSession(request: ProviderSessionRequest): Promise<ProviderSession>;
  /**
   * Polls the provider (spec/rules.md#polling): returns its events, one or several in order; undefined while the buyer is not finished.
   * `pollNumber` counts the polls, from 1. Throw when the provider cannot be reached: it is polled again later. The signal is aborted when
   * the service stops waiting.
   */
  fetchOutcome(
    sessionId: string,
    pollNumber: number,
    how: { signal: AbortSignal },
  ): Promise<ProviderEvent | ProviderEvent[] | undefined>;
  /**
   * Reads a callback that the provider sent. Authenticate it here and throw when it is not from the provider; omit the method
   * when callbacks are not signed: the service then calls `fetchOutcome`. Without a result within seconds, the
   * response requests a repetition from the provider.
   */
  readCallback?(request: {
    headers: Record<string, string | string[] | undefined>;
    body: Uint8Array;
    signal: AbortSignal;
  }): Promise<{ sessionId: string; event: ProviderEvent }>;
}
