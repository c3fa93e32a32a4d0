// What the filters and choices of the verbs may hold, one table for each.
import { failedDeliveryStates } from "../domain/delivery.js";
import { environments } from "../domain/environment.js";
import type { ArgumentRules } from "../domain/known-arguments.js";
import type { BuyerChoice } from "../flows/privacy.js";
import type { PruneInput } from "../flows/prune.js";
import type { RedeliverManyInput } from "../flows/redeliver-many.js";
import type { PaymentService } from "../payment-service.js";
import type { AlertFilter } from "../storage/port/alert-records.js";
import type { AuditFilter } from "../storage/port/audit-records.js";
import type { EntryFilter, EntryState } from "../storage/port/statement-records.js";

const ofStore = "merchantId";
const ofUser = "userId";
const ofPayment = "paymentId";
const ofEntry = "entryId";

type Verbs = Pick<
  PaymentService,
  "stores" | "apiKeys" | "users" | "payments" | "orders" | "alerts" | "statements" | "webhooks"
>;

/** The verbs whose first argument is an id, and its name. */
export const idArguments: { [Group in keyof Verbs]: { readonly [Verb in keyof Verbs[Group]]?: string } } = {
  stores: {
    ...{ update: ofStore, get: ofStore, announceWebhookSecret: ofStore, switchWebhookSecret: ofStore },
    ...{ disable: ofStore, enable: ofStore, delete: ofStore },
  },
  apiKeys: { revoke: "id", list: ofStore },
  users: {
    ...{ list: ofStore, disable: ofUser, enable: ofUser, delete: ofUser },
    ...{ resetSecondFactor: ofUser, setRole: ofUser, setPassword: ofUser },
  },
  payments: {
    ...{ get: ofPayment, recordProviderEvent: ofPayment, simulate: ofPayment },
    ...{ cancel: ofPayment, resolve: ofPayment, receive: ofPayment },
  },
  orders: { upsert: ofStore, list: ofStore },
  alerts: { resolve: "alertId" },
  statements: {
    ...{ list: ofStore, get: ofStore, unmatched: ofStore, trail: ofStore, columnMap: ofStore, setColumnMap: ofStore },
    ...{ assign: ofEntry, split: ofEntry, putAside: ofEntry },
  },
  webhooks: {
    ...{ history: ofPayment, redeliver: "deliveryId" },
    ...{ switchOff: ofStore, switchOn: ofStore, verifyIntegration: ofStore },
  },
};

export const pageArguments = { limit: "count", after: "text" } as const satisfies ArgumentRules<{
  limit?: number;
  after?: string;
}>;

export const auditArguments: ArgumentRules<AuditFilter> = {
  merchantId: "text",
  subject: "text",
  actor: "text",
  action: "text",
  since: "time",
  before: "time",
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
