// Records of provider sessions: one attempt is one session of a payment.
import type { PaymentAttempt } from "../../domain/payment.js";

export interface AttemptRecords {
  insert(attempt: PaymentAttempt): Promise<void>;
  /** Writes all mutable fields; with `leaseToken`, only while that lease is held. False: the lease was lost. */
  update(attempt: PaymentAttempt, leaseToken?: string): Promise<boolean>;
  find(attemptId: string): Promise<PaymentAttempt | undefined>;
  findBySession(provider: string, sessionId: string): Promise<PaymentAttempt | undefined>;
  /** The newest attempt that is neither `superseded` nor `ended`. */
  findCurrent(paymentId: string): Promise<PaymentAttempt | undefined>;
  list(paymentId: string): Promise<PaymentAttempt[]>;
  /** Attempts with sealed data, by id, after the given one. */
  listSealed(page: { after: string; limit: number }): Promise<PaymentAttempt[]>;
  /** The distinct ids of the encryption keys of sealed data. */
  listSealingKeyIds(): Promise<string[]>;
  /** Open attempts that are due to be polled. */
  listDuePolls(now: number, limit: number): Promise<PaymentAttempt[]>;
  /** When the next poll is due, epoch milliseconds; undefined when none is planned. */
  nextPoll(): Promise<number | undefined>;
}
