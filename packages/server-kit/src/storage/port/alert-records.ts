// Records of what somebody has to look at, across payments and stores.
import type { Environment } from "../../domain/environment.js";
import type { PaymentAlert } from "../../domain/payment.js";

export interface AlertFilter {
  merchantId?: string | undefined;
  environment?: Environment | undefined;
  /** True: not handled yet. False: handled. */
  isOpen?: boolean | undefined;
  limit: number;
  /** The last alert id of the page before; newest first. */
  before?: string | undefined;
}

export interface AlertRecords {
  /** @throws when the payment has an open alert of this type and subject already. */
  insert(alert: PaymentAlert): Promise<void>;
  /** Writes all fields. */
  update(alert: PaymentAlert): Promise<void>;
  /** For operators, who see all stores, and for our own work: a store's people are judged by the caller of this. */
  find(alertId: string): Promise<PaymentAlert | undefined>;
  /** The newest alert of this type and subject. */
  findLatest(about: Pick<PaymentAlert, "paymentId" | "type" | "subject">): Promise<PaymentAlert | undefined>;
  /** In the order in which they were raised. */
  listOfPayment(paymentId: string): Promise<PaymentAlert[]>;
  countOpenOfPayment(paymentId: string): Promise<number>;
  /** Alerts of all stores that nobody has handled, counted to `limit`. */
  countOpen(limit: number): Promise<number>;
  list(filter: AlertFilter): Promise<PaymentAlert[]>;
}
