// The reads of people and background work whose plans are checked on each database.
import { readAmountBound } from "../../src/domain/amount-bound.js";
import { retentionKinds } from "../../src/domain/retention.js";
import type { SumFilter } from "../../src/storage/port/payment-list-records.js";
import type { Records } from "../../src/storage/port.js";

export const store = { merchantId: "shop_0", limit: 51 };
const narrow: SumFilter & { limit: number } = {
  ...store,
  ...{ environment: "live", states: ["settled", "declined"], createdFrom: 0, createdUntil: 1e12 },
  ...{
    method: "qr_pay",
    currency: "EUR",
    minAmount: readAmountBound("1", "min"),
    maxAmount: readAmountBound("9", "max"),
  },
};
const all = { limit: 51 };
const failed = { states: ["exhausted", "dead", "parked"], limit: 100 } as const;
const due = { now: 1e13, limit: 50, perStore: 4, room: new Map(), after: undefined };

const everCreated = { createdFrom: 0, createdUntil: 1e12 };

/** Sums that are read from an index alone, without fetching a payment; by name. */
export const sumReads: readonly (readonly [string, (records: Records) => Promise<unknown>])[] = [
  [
    "the sums of a list in one state",
    ({ payments }) => payments.sumCreated({ ...store, ...everCreated, states: ["unresolved"] }),
  ],
  [
    "the sums of a list in several states, live, between two days",
    ({ payments }) =>
      payments.sumCreated({
        ...store,
        ...everCreated,
        ...{ environment: "live", states: ["declined", "cancelled", "expired"] },
      }),
  ],
  ["the sums of a store", ({ payments }) => payments.sumCreated({ ...store, ...everCreated })],
];

/** By name. The pruning reads would delete, but no row is as old as their bound. */
export const listReads: readonly (readonly [string, (records: Records) => Promise<unknown>])[] = [
  ["the list of a store, live and test", ({ payments }) => payments.list(store)],
  ["the list of a store, live", ({ payments }) => payments.list({ ...store, environment: "live" })],
  ["the list of a store in one state", ({ payments }) => payments.list({ ...store, states: ["unresolved"] })],
  [
    "the list of a store by amount",
    ({ payments }) => payments.list({ ...store, environment: "live", order: "largest" }),
  ],
  ["the list of a store by amount with every filter", ({ payments }) => payments.list({ ...narrow, order: "largest" })],
  [
    "the list of a store by amount in several states, live and test, its next page",
    ({ payments }) => payments.list({ ...store, states: ["settled", "declined"], order: "smallest", after: "pay_x" }),
  ],
  [
    "the list of a store by amount in states with few payments, its next page",
    ({ payments }) => payments.list({ ...store, states: ["opened", "unresolved"], order: "largest", before: "pay_x" }),
  ],
  [
    "the list of a store by amount between two days and two amounts",
    ({ payments }) => payments.list({ ...narrow, states: undefined, method: undefined, order: "smallest" }),
  ],
  [
    "the list of a store by amount with one method, live and test",
    ({ payments }) => payments.list({ ...store, method: "undecided", order: "smallest", after: "pay_x" }),
  ],
  [
    "the list of a store by amount, its next page",
    ({ payments }) => payments.list({ ...store, environment: "live", order: "smallest", after: "pay_x" }),
  ],
  [
    "the list of a store in several states, its next page",
    ({ payments }) => payments.list({ ...store, states: ["declined", "cancelled", "expired"], before: "pay_5" }),
  ],
  ["the list of all stores, live", ({ payments }) => payments.list({ ...all, environment: "live" })],
  ["the list of all stores in one state", ({ payments }) => payments.list({ ...all, states: ["unresolved"] })],
  ["what needs attention in a store", ({ payments }) => payments.list({ ...store, needsAttention: true })],
  [
    "what needs attention in a store, live, in one state",
    ({ payments }) =>
      payments.list({ ...store, environment: "live", needsAttention: true, states: ["settled"], before: "pay_5" }),
  ],
  [
    "the receipts of a store",
    ({ receipts }) => receipts.list({ ...store, environment: "live", isPaid: true, receivedFrom: 0, before: "rcp_x" }),
  ],
  ["the reported transfers of a store", ({ receipts }) => receipts.listClaimed({ ...store, environment: "live" })],
  ["what needs attention everywhere", ({ payments }) => payments.list({ ...all, needsAttention: true })],
  [
    "the days of the overview",
    ({ payments }) =>
      payments.countCreated({ merchantId: "shop_0", environment: "live", from: 0, until: 1_800_000_000_000 }),
  ],
  [
    "the money of the overview",
    ({ payments }) => payments.sumSettled({ merchantId: "shop_0", environment: "live", from: 0, until: 1e12 }),
  ],
  [
    "the list of a store, the oldest first",
    ({ payments }) => payments.list({ ...narrow, order: "oldest", after: "pay_1" }),
  ],
  ["the list of a store with every filter", ({ payments }) => payments.list(narrow)],
  ...sumReads,
  ["the sums of a list with every filter", ({ payments }) => payments.sumCreated(narrow)],
  ["the sums of what needs attention", ({ payments }) => payments.sumCreated({ ...narrow, needsAttention: true })],
  ["the webhooks of the overview", ({ deliveries }) => deliveries.countByStateOfPayments(["pay_1", "pay_2"])],
  ["the counts beside a list's rows", ({ attention }) => attention.countsOf(["pay_1", "pay_2"])],
  ["the stores of a list's rows", ({ stores }) => stores.findMany(["shop_1", "shop_2"])],
  [
    "the reversals that a return is compared with",
    ({ statements }) =>
      statements.listUncountedReversals({ merchantId: "shop_0", currency: "EUR", amountCents: 1999, limit: 20 }),
  ],
  ["deliveries by state", ({ deliveries }) => deliveries.countByState()],
  ["deliveries in quarantine", ({ deliveries }) => deliveries.countInterrupted(5)],
  ["the queue's depth", ({ deliveries }) => deliveries.countUnfinished()],
  ["the oldest due delivery", ({ deliveries }) => deliveries.oldestDue(1e13)],
  ["due deliveries", ({ deliveries }) => deliveries.listDue({ ...due, lane: "first" })],
  [
    "the deliveries of a store, the next page",
    ({ deliveries }) =>
      deliveries.listOfStore({ ...store, since: 1, until: 1e13, after: { createdAt: 5, deliveryId: "a" } }),
  ],
  [
    "the failed deliveries of a store, newest first",
    ({ deliveries }) => deliveries.listByState({ ...failed, ...store, order: "newest" }),
  ],
  ["the queue of a store", ({ deliveries }) => deliveries.readQueueOfStore("shop_0", 5)],
  ["failed deliveries", ({ deliveries }) => deliveries.listByState(failed)],
  [
    "failed deliveries of a store and a time, the next page",
    ({ deliveries }) =>
      deliveries.listByState({
        ...failed,
        ...{ merchantId: "shop_0", since: 1, until: 1e13, after: { createdAt: 5, deliveryId: "a" } },
      }),
  ],
  ["the webhook history of a payment", ({ deliveries }) => deliveries.listOfPayment("pay_1", { limit: 51 })],
  ["the alerts of a payment", ({ alerts }) => alerts.listOfPayment("pay_1")],
  ["open alerts", ({ alerts }) => alerts.list({ isOpen: true, limit: 51 })],
  [
    "the count of open alerts of a store",
    ({ alerts }) => alerts.countOpenOfStore({ merchantId: "shop_0", environment: "live", limit: 100 }),
  ],
  ["open alerts of a store, the next page", ({ alerts }) => alerts.list({ ...store, isOpen: true, before: "alr_5" })],
  ["the audit of a store", ({ audit }) => audit.list(store)],
  ["the audit of a store, a later page", ({ audit }) => audit.list({ ...store, before: 1_780_000_000_000 })],
  ["the audit of everything", ({ audit }) => audit.list({ limit: 51, before: 1_780_000_000_000 })],
  ["the keys that webhook secrets name", ({ stores }) => stores.listSealingKeyIds()],
  ["the keys that sealed sessions name", ({ attempts }) => attempts.listSealingKeyIds()],
  ["the keys that second factors name", ({ secondFactors }) => secondFactors.listSealingKeyIds()],
  ["second factors", ({ secondFactors }) => secondFactors.list({ after: "", limit: 100 })],
  ["the keys that account mails name", ({ accountMails }) => accountMails.listSealingKeyIds()],
  ["account mails with their text", ({ accountMails }) => accountMails.listSealed({ after: "", limit: 100 })],
  ["sealed sessions", ({ attempts }) => attempts.listSealed({ after: "", limit: 100 })],
  ["the keys that sealed entries name", ({ statements }) => statements.listSealingKeyIds()],
  ["sealed entries", ({ statements }) => statements.listSealedEntries({ after: "", limit: 100 })],
  ["statement entries in a state", ({ statements }) => statements.listEntries({ ...store, states: ["put_aside"] })],
  ["sessions to ask about", ({ attempts }) => attempts.listDuePolls(1e13, 50)],
  ...retentionKinds.flatMap((kind): [string, (records: Records) => Promise<unknown>][] => [
    [`pruning ${kind}`, ({ retention }) => retention.prune(kind, 1, 100)],
    [`what pruning ${kind} would remove`, ({ retention }) => retention.countPrunable(kind, 1)],
  ]),
  ["expired payments", ({ payments }) => payments.listExpired(1, 50)],
];
