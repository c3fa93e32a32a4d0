// Records of alerts.
import type { Environment } from "../../domain/environment.js";
import type { PaymentAlert } from "../../domain/payment.js";

export interface AlertFilter {
  merchantId?: string | undefined;
  environment?: Environment | undefined;
  /** True: open alerts. False: resolved ones. Undefined: both. */
  isOpen?: boolean | undefined;
  limit: number;
  /** Continues after this alert, the last one of the page before. The newest are listed first. */
  before?: string | undefined;
}

export interface AlertRecords {
  /** @throws when the payment already has an open alert of this type and subject. */
  insert(alert: PaymentAlert): Promise<void>;
  /** Writes all fields. */
  update(alert: PaymentAlert): Promise<void>;
  /** Not limited to a store: for operators and internal use. The caller checks the access of store users. */
  find(alertId: string): Promise<PaymentAlert | undefined>;
  /** The newest alert of this type and subject. */
  findLatest(about: Pick<PaymentAlert, "paymentId" | "type" | "subject">): Promise<PaymentAlert | undefined>;
  /** Oldest first. */
  listOfPayment(paymentId: string): Promise<PaymentAlert[]>;
  /** Number of open alerts of all stores, counted up to `limit`. */
  countOpen(limit: number): Promise<number>;
  /** Number of open alerts of the store, counted up to `limit`. */
  countOpenOfStore(store: { merchantId: string; environment: Environment; limit: number }): Promise<number>;
  list(filter: AlertFilter): Promise<PaymentAlert[]>;
}
