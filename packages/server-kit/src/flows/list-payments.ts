// Lists payments by a filter, for operators and the panel.
import { environments } from "../domain/environment.js";
import { type FieldNames, findUnknownFields } from "../domain/known-fields.js";
import { paymentMethods } from "../domain/payment-method.js";
import { paymentStates } from "../domain/payment-state.js";
import { type RefusalDetail, requireNoViolations } from "../domain/refusal.js";
import { type PaymentFilter, paymentOrders } from "../storage/port/payment-list-records.js";
import type { Storage } from "../storage/port.js";
import { type PaymentSummary, summariesOf } from "./payment-summary.js";

export type PaymentListFilter = Omit<PaymentFilter, "limit"> & { limit?: number | undefined };

const maxListed = 1000;

const filterNames: FieldNames<PaymentFilter> = {
  merchantId: true,
  environment: true,
  states: true,
  search: true,
  needsAttention: true,
  createdFrom: true,
  createdUntil: true,
  method: true,
  currency: true,
  minAmount: true,
  maxAmount: true,
  limit: true,
  order: true,
  before: true,
  after: true,
};

/**
 * Newest first; `limit` defaults to 50, at most 1000.
 * @throws Refusal VALIDATION_ERROR naming each invalid field of the filter.
 */
export async function listPayments(
  { storage }: { storage: Storage },
  filter: PaymentListFilter,
): Promise<PaymentSummary[]> {
  requireNoViolations([...findUnknownFields(filter, filterNames), ...findFilterViolations(filter)]);
  return storage.read(async (records) => {
    const payments = await records.payments.list({ ...filter, limit: filter.limit ?? 50 });
    return summariesOf(records, payments);
  });
}

function findFilterViolations({
  environment,
  states,
  needsAttention,
  limit,
  order,
  method,
  minAmount,
  maxAmount,
  createdFrom,
  createdUntil,
  ...texts
}: PaymentListFilter): RefusalDetail[] {
  const violations: RefusalDetail[] = [];
  const add = (path: string, rule: string, message: string) => violations.push({ path, rule, message });
  const isOneOf = (words: readonly string[], word: unknown) => typeof word === "string" && words.includes(word);
  if (environment !== undefined && !isOneOf(environments, environment))
    add("environment", "enum", "must be test or live");
  if (states !== undefined && !(Array.isArray(states) && states.every((state) => isOneOf(paymentStates, state)))) {
    add("states", "enum", `must be a list of ${paymentStates.join(", ")}`);
  }
  if (needsAttention !== undefined && typeof needsAttention !== "boolean") {
    add("needsAttention", "type", "must be true or false");
  }
  if (limit !== undefined && !(Number.isSafeInteger(limit) && limit >= 1 && limit <= maxListed)) {
    add("limit", "range", `must be a whole number from 1 to ${maxListed}`);
  }
  if (order !== undefined && !isOneOf(paymentOrders, order)) {
    add("order", "enum", `must be one of ${paymentOrders.join(", ")}`);
  }
  if (method !== undefined && !isOneOf([...paymentMethods, "undecided"], method)) {
    add("method", "enum", `must be one of ${paymentMethods.join(", ")}, undecided`);
  }
  for (const [name, bound] of Object.entries({ minAmount, maxAmount })) {
    if (bound !== undefined && ![0, 2, 3, 4].every((exponent) => Number.isSafeInteger(Reflect.get(bound, exponent)))) {
      add(name, "type", "must be { 0, 2, 3, 4 }: the bound in minor units for each number of decimals");
    }
  }
  for (const [name, time] of Object.entries({ createdFrom, createdUntil })) {
    if (time !== undefined && !Number.isSafeInteger(time)) add(name, "type", "must be epoch milliseconds");
  }
  for (const name of ["merchantId", "search", "currency", "before", "after"] as const) {
    const text: unknown = texts[name];
    if (text !== undefined && typeof text !== "string") add(name, "type", "must be text");
  }
  return violations;
}
