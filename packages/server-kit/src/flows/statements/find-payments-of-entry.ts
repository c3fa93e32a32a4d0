// Finds the payments of an entry in the storage by its references, and suggestions by amount, order id and sender.
import type { Payment } from "../../domain/payment.js";
import { referenceTermsOf } from "../../domain/payment-search.js";
import { attemptRequestPurpose } from "../../domain/seal-purposes.js";
import { type EntryMatch, keysOfEntry, matchEntry } from "../../domain/statements/match-entry.js";
import type { StatementEntry } from "../../domain/statements/statement-entry.js";
import { type PaymentSuggestion, suggestPayments } from "../../domain/statements/suggest-payments.js";
import type { Vault } from "../../domain/vault.js";
import type { Records } from "../../storage/port.js";

/** When more payments than this share an ending, whole references are searched instead. */
const maxCandidates = 50;
/** Candidates with the same amount; beyond this number the amount is not distinctive. */
const maxOfAmount = 50;

/** The payment that the entry's references identify, by the rules of `matchEntry`. */
export async function findMatch(records: Records, merchantId: string, entry: StatementEntry): Promise<EntryMatch> {
  const { endings, wholeKeys, distinctiveKeys, endToEndKeys } = keysOfEntry(entry);
  const { paymentSearch } = records;
  const found = new Map<string, Payment>();
  const add = (payments: readonly Payment[]) => {
    for (const payment of payments) found.set(payment.paymentId, payment);
  };
  if (endings.length > 0) {
    const byEnding = await paymentSearch.listByRemittanceEnding({ merchantId, endings, limit: maxCandidates });
    add(byEnding);
    if (byEnding.length === maxCandidates) {
      add(await paymentSearch.listByRemittanceKey({ merchantId, keys: wholeKeys(), limit: maxCandidates }));
    }
  }
  if (endToEndKeys.length > 0) {
    add(await paymentSearch.listByEndToEndKey({ merchantId, keys: endToEndKeys, limit: maxCandidates }));
  }
  const terms = distinctiveKeys();
  const known =
    terms.length === 0
      ? []
      : await paymentSearch.listTerms({ merchantId, environment: "live", terms, limit: maxCandidates });
  const unread = new Set(known.map(({ paymentId }) => paymentId).filter((paymentId) => !found.has(paymentId)));
  if (unread.size > 0) add(await records.payments.findMany([...unread]));
  return matchEntry(entry, [...found.values()], formerReferences(known, found));
}

/** The newest test payment with a distinctive reference that the entry contains, for a person who tries an import out. */
export async function findTestPayment(
  { paymentSearch }: Records,
  merchantId: string,
  entry: StatementEntry,
): Promise<string | undefined> {
  const terms = keysOfEntry(entry).distinctiveKeys();
  if (terms.length === 0) return undefined;
  const [found] = await paymentSearch.listTerms({ merchantId, environment: "test", terms, limit: 1 });
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
      ? await records.paymentSearch.listWaitingByAmount({ merchantId, currency, amountCents, limit: maxOfAmount })
      : [];
  const ofOrder: Payment[] = [];
  for (const orderId of possibleOrderIds(entry.remittanceLines)) {
    ofOrder.push(...(await records.paymentSearch.listByOrder({ merchantId, orderId, limit: 3 })));
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
  return [...new Set(words.filter((word) => word.length >= 3 && /\d/.test(word)))].slice(0, 20);
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
