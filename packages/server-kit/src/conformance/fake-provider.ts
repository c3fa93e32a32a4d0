// The fake provider that a host passes to the conformance suites; the checks control how it responds.

/**
 * - `well`: as documented.
 * - `hang`: requests are read and get no response.
 * - `down`: requests fail, such as with 503.
 * - `garbage`: responses that cannot be parsed, such as an HTML page of a proxy.
 * - `late`: correct responses, after some hundred milliseconds.
 */
export type FakeBehaviour = "well" | "hang" | "down" | "garbage" | "late";

type Done = Promise<void> | void;

/** A server that imitates the bank or the card processor, or the provider's own sandbox behind a proxy. */
export interface FakeProvider {
  /** Sets how every later request is handled. */
  behave(how: FakeBehaviour): Done;
  /** The buyer pays this amount (minor units) in this currency. A partial payment does not end the session. */
  pay(sessionId: string, money: { amountCents: number; currency: string }): Done;
  /** The provider finally rejects the payment of this session. */
  refuse(sessionId: string): Done;
  /** The session expires without a payment. */
  expire(sessionId: string): Done;
  /** Number of sessions opened so far, without repetitions of the same request. */
  openedCount(): Promise<number> | number;
  /** The signed callback that the provider would send for the session's current state. Required when the adapter has `readCallback`. */
  callback?(
    sessionId: string,
  ):
    | Promise<{ headers: Record<string, string>; body: Uint8Array | string }>
    | { headers: Record<string, string>; body: Uint8Array | string };
}
