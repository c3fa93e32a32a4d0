// What a host brings to the conformance suites: the provider's other side, which the checks tell how to behave.

/**
 * - `well`: as documented.
 * - `hang`: requests are read and never answered.
 * - `down`: requests are refused, such as with 503.
 * - `garbage`: responses that no adapter can read, such as an HTML page of a proxy.
 * - `late`: the right responses, after some hundred milliseconds.
 */
export type FakeBehaviour = "well" | "hang" | "down" | "garbage" | "late";

type Done = Promise<void> | void;

/** A server of yours that plays the bank or the card processor, or the provider's own sandbox with a proxy in front of it. */
export interface FakeProvider {
  /** How every request is answered from now on. */
  behave(how: FakeBehaviour): Done;
  /** The buyer of this session pays that much, in minor units, in that currency. The session is not over when it is only a part. */
  pay(sessionId: string, money: { amountCents: number; currency: string }): Done;
  /** The provider refuses the payment of this session for good. */
  refuse(sessionId: string): Done;
  /** The session's time is over; nothing was paid. */
  expire(sessionId: string): Done;
  /** Sessions that were opened so far, repetitions of one request not counted. */
  openedCount(): Promise<number> | number;
  /** The callback that the provider would send about the session as it is now. Required when the adapter has `readCallback`. */
  callback?(
    sessionId: string,
  ):
    | Promise<{ headers: Record<string, string>; body: Uint8Array | string }>
    | { headers: Record<string, string>; body: Uint8Array | string };
}
