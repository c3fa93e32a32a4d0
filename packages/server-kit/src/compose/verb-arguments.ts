// The arguments of each verb, and rules for the fields of those that are objects.
import { failedDeliveryStates } from "../domain/delivery.js";
import { environments } from "../domain/environment.js";
import type { ArgumentRules } from "../domain/known-arguments.js";
import type { NewUserInput } from "../flows/manage-users.js";
import type { BuyerChoice } from "../flows/privacy.js";
import type { PruneInput } from "../flows/prune.js";
import type { HistoryPage } from "../flows/read-webhook-history.js";
import type { RedeliverManyInput } from "../flows/redeliver-many.js";
import type { PaymentService } from "../payment-service.js";
import type { AlertFilter } from "../storage/port/alert-records.js";
import type { AuditFilter } from "../storage/port/audit-records.js";
import type { EntryFilter, EntryState } from "../storage/port/statement-entry-records.js";

export type VerbGroups = Pick<
  PaymentService,
  "stores" | "apiKeys" | "users" | "audit" | "payments" | "orders" | "alerts" | "statements" | "privacy" | "webhooks"
>;

/** `any`: the verb itself checks it. */
export type ArgumentKind = "id" | "optional id" | "object" | "optional object" | "any";

/** The arguments of each verb, by name and in their order. Those that are not named are checked by the verb itself. */
export const verbArguments: {
  readonly [Group in keyof VerbGroups]: {
    readonly [Verb in keyof VerbGroups[Group]]: Readonly<Record<string, ArgumentKind>>;
  };
} = {
  stores: {
    create: { input: "object" },
    update: { merchantId: "id", input: "object" },
    get: { merchantId: "id" },
    list: { page: "optional object" },
    announceWebhookSecret: { merchantId: "id" },
    switchWebhookSecret: { merchantId: "id" },
    disable: { merchantId: "id" },
    enable: { merchantId: "id" },
    delete: { merchantId: "id" },
  },
  apiKeys: { issue: { input: "object" }, revoke: { id: "id" }, list: { merchantId: "id" } },
  users: {
    create: { input: "object" },
    invite: { input: "object" },
    list: { merchantId: "optional id" },
    disable: { userId: "id" },
    enable: { userId: "id" },
    delete: { userId: "id" },
    resetSecondFactor: { userId: "id" },
    requireSecondFactor: {},
    setRole: { userId: "id" },
    setPassword: { userId: "id" },
  },
  audit: { list: { filter: "optional object" }, export: {} },
  payments: {
    get: { paymentId: "id" },
    list: { filter: "optional object" },
    recordProviderEvent: { paymentId: "id", event: "object" },
    simulate: { paymentId: "id", wanted: "object" },
    cancel: { paymentId: "id", decision: "object" },
    resolve: { paymentId: "id", decision: "object" },
    receive: { paymentId: "id", money: "object" },
  },
  orders: {
    upsert: { merchantId: "id", order: "object" },
    list: { merchantId: "id", page: "optional object" },
  },
  alerts: { list: { filter: "optional object" }, resolve: { alertId: "id", decision: "object" } },
  statements: {
    import: { input: "object" },
    list: { merchantId: "id", page: "optional object" },
    get: { merchantId: "id", statementId: "id" },
    entries: { filter: "object" },
    unmatched: { merchantId: "id", page: "optional object" },
    trail: { merchantId: "id", statementId: "id" },
    columnMap: { merchantId: "id" },
    setColumnMap: { merchantId: "id", columnMap: "object", by: "object" },
    assign: { entryId: "id", paymentId: "id", decision: "object" },
    split: { entryId: "id", parts: "any", decision: "object" },
    putAside: { entryId: "id", decision: "object" },
  },
  privacy: { export: { buyer: "object" }, erase: { buyer: "object" } },
  webhooks: {
    history: { paymentId: "id", page: "optional object" },
    redeliver: { deliveryId: "id", how: "optional object" },
    redeliverMany: { which: "object" },
    list: { filter: "optional object" },
    switchOff: { merchantId: "id", why: "object" },
    switchOn: { merchantId: "id", who: "optional object" },
    verifyIntegration: { merchantId: "id" },
  },
};

export const userArguments: ArgumentRules<NewUserInput> = {
  email: "text",
  role: "text",
  merchantId: "text",
  password: "text",
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
