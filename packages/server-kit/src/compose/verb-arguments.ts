// Rules for the object arguments of the verbs, one table per method, and the list of verbs whose first argument is an id.
import { failedDeliveryStates } from "../domain/delivery.js";
import { environments } from "../domain/environment.js";
import type { ArgumentRules } from "../domain/known-arguments.js";
import type { BuyerChoice } from "../flows/privacy.js";
import type { PruneInput } from "../flows/prune.js";
import type { HistoryPage } from "../flows/read-webhook-history.js";
import type { RedeliverManyInput } from "../flows/redeliver-many.js";
import type { PaymentService } from "../payment-service.js";
import type { AlertFilter } from "../storage/port/alert-records.js";
import type { AuditFilter } from "../storage/port/audit-records.js";
import type { EntryFilter, EntryState } from "../storage/port/statement-records.js";

type Verbs = Pick<
  PaymentService,
  "stores" | "apiKeys" | "users" | "payments" | "orders" | "alerts" | "statements" | "webhooks"
>;

/** The verbs whose first argument is an id, and its name. */
export const idArguments: { [Group in keyof Verbs]: { readonly [Verb in keyof Verbs[Group]]?: string } } = {
  stores: {
    update: "merchantId",
    get: "merchantId",
    announceWebhookSecret: "merchantId",
    switchWebhookSecret: "merchantId",
    disable: "merchantId",
    enable: "merchantId",
    delete: "merchantId",
  },
  apiKeys: { revoke: "id", list: "merchantId" },
  users: {
    list: "merchantId",
    disable: "userId",
    enable: "userId",
    delete: "userId",
    resetSecondFactor: "userId",
    setRole: "userId",
    setPassword: "userId",
  },
  payments: {
    get: "paymentId",
    recordProviderEvent: "paymentId",
    simulate: "paymentId",
    cancel: "paymentId",
    resolve: "paymentId",
    receive: "paymentId",
  },
  orders: { upsert: "merchantId", list: "merchantId" },
  alerts: { resolve: "alertId" },
  statements: {
    list: "merchantId",
    get: "merchantId",
    unmatched: "merchantId",
    trail: "merchantId",
    columnMap: "merchantId",
    setColumnMap: "merchantId",
    assign: "entryId",
    split: "entryId",
    putAside: "entryId",
  },
  webhooks: {
    history: "paymentId",
    redeliver: "deliveryId",
    switchOff: "merchantId",
    switchOn: "merchantId",
    verifyIntegration: "merchantId",
  },
};

export const pageArguments = { limit: "count", after: "text" } as const satisfies ArgumentRules<{
  limit?: number;
  after?: string;
}>;

export const statementPageArguments = { limit: "count", before: "text" } as const satisfies ArgumentRules<{
  limit?: number;
  before?: string;
}>;

export const historyArguments: ArgumentRules<HistoryPage> = { limit: "count", cursor: "text" };

export const auditArguments: ArgumentRules<AuditFilter> = {
  merchantId: "text",
  subject: "text",
  actor: "text",
  action: "text",
  since: "time",
  before: "time",
  beforeId: "number",
  limit: "count",
};

export const alertArguments: ArgumentRules<AlertFilter> = {
  merchantId: "text",
  environment: { word: environments },
  isOpen: "flag",
  limit: "count",
  before: "text",
};

const entryStates: Record<EntryState, true> = {
  matched: true,
  unmatched: true,
  assigned: true,
  put_aside: true,
  not_counted: true,
};

export const entryArguments: ArgumentRules<EntryFilter> = {
  merchantId: "text",
  statementId: "text",
  states: { words: Object.keys(entryStates) },
  limit: "count",
  after: "text",
};

export const buyerArguments: ArgumentRules<BuyerChoice> = { paymentId: "text", email: "text", merchantId: "text" };

export const pruneArguments: ArgumentRules<PruneInput> = { dryRun: "flag", onProgress: "function" };

export const redeliverArguments: ArgumentRules<RedeliverManyInput> = {
  merchantId: "text",
  environment: { word: environments },
  states: { words: failedDeliveryStates },
  since: "time",
  until: "time",
  dryRun: "flag",
  actor: "text",
  onProgress: "function",
};
