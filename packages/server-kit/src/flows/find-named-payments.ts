// Finds the payment that a person enters by its order, reference or id.
import type { Environment } from "../domain/environment.js";
import type { Payment } from "../domain/payment.js";
import { searchKey } from "../domain/payment-search.js";
import { comparableReference } from "../domain/reported-text.js";
import type { Records, Storage } from "../storage/port.js";
import { listPayments } from "./list-payments.js";
import { type PaymentSummary, summariesOf } from "./payment-summary.js";

const maxNamed = 100;
const maxShown = 10;

export interface NamedPayments {
  /** Newest first, at most ten. */
  payments: PaymentSummary[];
  /** Their id, order or reference is the text. False: a search found them, so a person has to confirm which one is meant. */
  isExact: boolean;
}

/**
 * The payments whose id, order or reference is this text, otherwise those that a search finds. Case is ignored in orders, case and blanks
 * in references.
 */
export async function findNamedPayments(
  dependencies: { storage: Storage },
  { merchantId, environment, words }: { merchantId: string; environment: Environment; words: string },
): Promise<NamedPayments> {
  const search = words.trim();
  if (search === "") return { payments: [], isExact: false };
  const named = await dependencies.storage.read(async (records) =>
    summariesOf(records, await readNamed(records, { merchantId, environment, search })),
  );
  if (named.length > 0) return { payments: named, isExact: true };
  return {
    payments: await listPayments(dependencies, { merchantId, environment, search, limit: maxShown }),
    isExact: false,
  };
}

/** Read by their whole terms: among the payments that a search finds, newer ones that only begin with the text come first. */
async function readNamed(
  { payments, paymentLookUps }: Records,
  { merchantId, environment, search }: { merchantId: string; environment: Environment; search: string },
): Promise<Payment[]> {
  const known = await paymentLookUps.listByReferenceTerms({
    merchantId,
    environment,
    terms: [searchKey(search)],
    limit: maxNamed,
  });
  const ids = new Set([search, ...known.map(({ paymentId }) => paymentId)]);
  const reference = comparableReference(search);
  const named = (await payments.findMany([...ids])).filter(
    (payment) =>
      payment.merchantId === merchantId &&
      payment.environment === environment &&
      (payment.paymentId === search ||
        payment.orderId.toLowerCase() === search.toLowerCase() ||
        comparableReference(payment.remittanceInfo) === reference),
  );
  return named.sort((left, right) => (left.paymentId < right.paymentId ? 1 : -1)).slice(0, maxShown);
}
