// Finds the payments of an entry in the storage by its references, and suggestions by amount, order id and sender.
import type { Payment } from "../../domain/payment.js";
import { referenceTermsOf } from "../../domain/payment-search.js";
import { attemptRequestPurpose } from "../../domain/seal-purposes.js";
import { type EntryMatch, type EntryTexts, keysOfEntry, matchEntry } from "../../domain/statements/match-entry.js";
import { keyEnding, referenceKey } from "../../domain/statements/reference-key.js";
import type { StatementEntry } from "../../domain/statements/statement-entry.js";
import { type PaymentSuggestion, suggestPayments } from "../../domain/statements/suggest-payments.js";
import type { Vault } from "../../domain/vault.js";
import type { Records } from "../../storage/port.js";

/** Payments that are read of those that share an ending, a reference or an end-to-end id. */
const maxCandidates = 50;
/** Candidates with the same amount; beyond this number the amount is not distinctive. */
const maxOfAmount = 50;
/** Payments of an order that the text may name. */
const maxOfOrder = 3;
/** Words of a text that are looked up as order ids. */
const maxOrderIds = 20;
const minOrderIdLength = 3;

/** The payment that the entry's references identify, by the rules of `matchEntry`. */
export async function findMatch(records: Records, merchantId: string, entry: EntryTexts): Promise<EntryMatch> {
  const { endings, keysEndingWith, distinctiveKeys, endToEndKey } = keysOfEntry(entry);
  const { paymentLookUps } = records;
  const found = new Map<string, Payment>();
  const add = (payments: readonly Payment[]) => {
    for (const payment of payments) found.set(payment.paymentId, payment);
  };
  const incompleteKeys = new Set<string>();
  if (endings.length > 0) {
    const byEnding = await paymentLookUps.listByRemittanceEnding({ merchantId, endings, limit: maxCandidates });
    add(byEnding);
    const commonEndings = incompleteOf(byEnding.map(({ remittanceInfo }) => keyEnding(referenceKey(remittanceInfo))));
    if (commonEndings.length > 0) {
      const keys = keysEndingWith(commonEndings);
      const byKey = await paymentLookUps.listByRemittanceKey({ merchantId, keys, limit: maxCandidates });
      add(byKey);
      for (const key of incompleteOf(byKey.map(({ remittanceInfo }) => referenceKey(remittanceInfo))))
        incompleteKeys.add(key);
    }
  }
  if (endToEndKey !== "") {
    const byEndToEnd = await paymentLookUps.listByEndToEndKey({ merchantId, key: endToEndKey, limit: maxCandidates });
    add(byEndToEnd);
    for (const key of incompleteOf(byEndToEnd.map(() => endToEndKey))) incompleteKeys.add(key);
  }
  const terms = distinctiveKeys();
  const known =
    terms.length === 0
      ? []
      : await paymentLookUps.listByReferenceTerms({ merchantId, environment: "live", terms, limit: maxCandidates });
  for (const term of incompleteOf(known.map((one) => one.term))) incompleteKeys.add(term);
  const unread = new Set(known.map(({ paymentId }) => paymentId).filter((paymentId) => !found.has(paymentId)));
  if (unread.size > 0) add(await records.payments.findMany([...unread]));
  return matchEntry(entry, [...found.values()], { formerReferences: formerReferences(known, found), incompleteKeys });
}

/** The values of which the look-up found as many as it reads: there may be more. */
function incompleteOf(values: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].filter(([, count]) => count >= maxCandidates).map(([value]) => value);
}

/** The newest test payment with a distinctive reference that the entry contains, for a person who tries an import out. */
export async function findTestPayment(
  { paymentLookUps }: Records,
  merchantId: string,
  entry: StatementEntry,
): Promise<string | undefined> {
  const terms = keysOfEntry(entry).distinctiveKeys();
  if (terms.length === 0) return undefined;
  const [found] = await paymentLookUps.listByReferenceTerms({ merchantId, environment: "test", terms, limit: 1 });
  return found?.paymentId;
}

/** An order number is no reference, even where it was one before: it is a suggestion. */
function formerReferences(
  known: readonly { paymentId: string; term: string }[],
  payments: ReadonlyMap<string, Payment>,
): Map<string, string[]> {
  const former = new Map<string, string[]>();
  for (const { paymentId, term } of known) {
    const payment = payments.get(paymentId);
    if (payment === undefined || referenceTermsOf(payment).includes(term)) continue;
    former.set(paymentId, [...(former.get(paymentId) ?? []), term]);
  }
  return former;
}

/** Payments for a person to choose from, best first; never settled automatically. */
export async function findSuggestions(
  { vault }: { vault: Vault },
  records: Records,
  merchantId: string,
  entry: StatementEntry,
): Promise<PaymentSuggestion[]> {
  const match = await findMatch(records, merchantId, entry);
  const referenced = match.kind === "match" ? [match.payment] : match.kind === "ambiguous" ? match.payments : [];
  const { currency, amountCents } = entry;
  // A debit that takes money back belongs to a payment that has ended: open payments with its amount are not suggested.
  const ofAmount =
    entry.direction === "credit"
      ? await records.paymentLookUps.listWaitingByAmount({ merchantId, currency, amountCents, limit: maxOfAmount })
      : [];
  const ofOrder: Payment[] = [];
  for (const orderId of possibleOrderIds(entry.remittanceLines)) {
    ofOrder.push(...(await records.paymentLookUps.listByOrder({ merchantId, orderId, limit: maxOfOrder })));
  }
  const candidates = new Map([...ofAmount, ...ofOrder, ...referenced].map((payment) => [payment.paymentId, payment]));
  const isReferenced = new Set(referenced.map(({ paymentId }) => paymentId));
  return suggestPayments(
    entry,
    await Promise.all(
      [...candidates.values()].map(async (payment) => ({
        payment,
        isReferenced: isReferenced.has(payment.paymentId),
        senderIban: entry.counterpartyIban && (await senderIbanOf(records, vault, payment)),
      })),
    ),
  );
}

/** Words of the text that may be an order id of the store. */
function possibleOrderIds(lines: readonly string[]): string[] {
  const words = lines.join(" ").split(/[\s,;:()]+/);
  return [...new Set(words.filter((word) => word.length >= minOrderIdLength && /\d/.test(word)))].slice(0, maxOrderIds);
}

/** The sender account of the buyer in a direct session request. */
async function senderIbanOf(records: Records, vault: Vault, { paymentId }: Payment): Promise<string | undefined> {
  for (const { attemptId, sealedRequest } of await records.attempts.list(paymentId)) {
    if (sealedRequest === undefined) continue;
    // open-provider-session.ts seals exactly the sender.
    const sender = JSON.parse(vault.open(sealedRequest, attemptRequestPurpose(attemptId))) as { iban?: string };
    if (sender.iban !== undefined) return sender.iban;
  }
  return undefined;
}
