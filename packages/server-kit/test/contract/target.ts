// The interface of a service under test. The contract suite runs on every implementation: the kit on any storage, mounted in any host, or a
// mock of it.

export type Environment = "test" | "live";

export interface TargetOptions {
  environments?: readonly Environment[];
  /** False disables every limit; default: the documented limits. */
  rateLimits?: false;
  providerTimeoutMs?: number;
  enforceTestEligibility?: boolean;
  trustedProxyHops?: number;
  /** Receives every log line as text. */
  onLogLine?: (line: string) => void;
}

export interface StoreSetup {
  name: string;
  merchantId?: string;
  webhookUrl?: string;
  kyc?: "approved" | "pending" | "rejected" | "submission_missing" | "user_association_missing" | "user_mismatch";
  verification?: "approved" | "pending" | "rejected";
  paymentMethods?: Partial<
    Record<"qr_pay" | "open_bank_transfer" | "card_processing" | "bank_transfer", "off" | "test" | "live">
  >;
  bankAccount?: { bankName: string; accountHolder: string; iban: string; bic: string };
  openBankTransfer?: { confirmationMode?: "provider_success" | "settlement" };
  successStatus?: "completed" | "paid";
  deliveryPath?: "queue" | "legacy";
  allowedReturnHosts?: string[];
  url?: string;
  logo?: string;
}

export type Scope = "payments:write" | "payments:read" | "webhooks:read" | "sandbox:write";

export interface PluginOrderSetup {
  id: number;
  orderKey: string;
  status: string;
  currency: string;
  total: string;
  customer: { email: string; fullName: string };
  lineItems: { id: number; name: string; quantity: number; total: string }[];
  payment: { method: string; methodTitle: string; needsPayment: boolean };
}

export interface OpenTarget {
  /** The address for requests, without a trailing slash. */
  url: string;
  /** The prefix of every link in a response, without a trailing slash. */
  publicUrl: string;
  stores: {
    create(setup: StoreSetup): Promise<{ merchantId: string; webhookSecret: string }>;
    update(merchantId: string, changes: Partial<StoreSetup>): Promise<unknown>;
    disable(merchantId: string): Promise<void>;
    delete(merchantId: string): Promise<void>;
  };
  apiKeys: {
    issue(setup: {
      merchantId: string;
      environment: Environment;
      legacy?: boolean;
      expiresAt?: number;
      scopes?: Scope[];
    }): Promise<{ id: string; secret: string }>;
    revoke(id: string): Promise<void>;
  };
  orders: { upsert(merchantId: string, order: PluginOrderSetup): Promise<void> };
  webhooks: {
    history(paymentId: string): Promise<unknown>;
    redeliver(deliveryId: string, options?: { asNew?: boolean }): Promise<{ deliveryId: string }>;
  };
  clock: { now(): number; advance(ms: number): void };
  /** Does all due work by the clock. */
  runDue(): Promise<void>;
  /** Undefined for targets that cannot simulate failures. */
  failures?: {
    /** The database fails from now on, until `repairDatabase`. */
    breakDatabase(): void;
    repairDatabase(): void;
    /** Begins a stop; requests are still accepted. Undefined where the port closes with it. */
    stop?(): Promise<void>;
  };
  close(): Promise<void>;
}

export interface Target {
  name: string;
  open(options?: TargetOptions): Promise<OpenTarget>;
}
