// Records of provider sessions: one attempt is one session of a payment.
import type { PaymentAttempt } from "../../domain/payment.js";

export interface AttemptRecords {
  insert(attempt: PaymentAttempt): Promise<void>;
  /** Writes all mutable fields; with `leaseToken`, only while that lease is still held. False: it was not. */
  update(attempt: PaymentAttempt, leaseToken?: string): Promise<boolean>;
  find(attemptId: string): Promise<PaymentAttempt | undefined>;
  findBySession(provider: string, sessionId: string): Promise<PaymentAttempt | undefined>;
  /** The newest attempt that is `opening`, `open` or `failed`. */
  findCurrent(paymentId: string): Promise<PaymentAttempt | undefined>;
  list(paymentId: string): Promise<PaymentAttempt[]>;
  /** Attempts that hold sealed data, in the order of their ids, after the given one. */
  listSealed(page: { after: string; limit: number }): Promise<PaymentAttempt[]>;
  /** The ids of the encryption keys that sealed data names, each once. */
  listSealingKeyIds(): Promise<string[]>;
  /** Open attempts whose outcome is due to be asked for. */
  listDuePolls(now: number, limit: number): Promise<PaymentAttempt[]>;
  nextPoll(): Promise<number | undefined>;
}
