// Payments that need attention: with an open alert or a failed webhook. Maintained by the storage itself on
// every write of an alert or delivery; `payments.list` finds the payments.

export interface AttentionCount {
  paymentId: string;
  /** Number of open alerts. */
  alertCount: number;
  /** Number of webhooks that failed for good. */
  failedWebhookCount: number;
}

export interface AttentionRecords {
  /** The counts of these payments; payments that need no attention are left out. */
  countsOf(paymentIds: readonly string[]): Promise<AttentionCount[]>;
}
