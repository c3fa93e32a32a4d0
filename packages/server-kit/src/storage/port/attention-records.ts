// Payments that somebody should look at: with an open alert, or with a webhook that did not arrive. Kept by the storage itself with
// every alert and delivery that is written; `payments.list` finds the payments.

export interface AttentionCount {
  paymentId: string;
  /** Alerts that nobody has marked as handled. */
  alertCount: number;
  /** Webhooks that did not arrive and are not tried any more. */
  failedWebhookCount: number;
}

export interface AttentionRecords {
  /** Of those of these payments that need attention; the others are left out. */
  countsOf(paymentIds: readonly string[]): Promise<AttentionCount[]>;
}
