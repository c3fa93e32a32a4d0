// What a person types to find a payment: a reference as it stands on a bank statement, an order id, an e-mail address, a name. Case,
// accents and separators do not count: banks drop or replace them. One rule for every storage: terms are kept, and a text is compared
// with their beginnings.
import type { Payment } from "./payment.js";
import { keyText, wholeKeysIn } from "./statements/reference-key.js";

export interface SearchTerm {
  term: string;
  /** Made of the buyer's e-mail address or name: goes when those are erased. */
  isPersonal: boolean;
}

export interface PaymentSearch {
  /** Finds the payment with this very id. */
  paymentId: string;
  /** Finds every term that begins with it. */
  prefix: string;
  /** Finds these very terms: references inside a longer text, such as a whole line of a statement. */
  terms: string[];
}

export type SearchedFields = Pick<
  Payment,
  "orderId" | "remittanceInfo" | "endToEndId" | "customerEmail" | "customerName"
>;

const maxTermLength = 255;
/** A shorter word of a statement's line is too common to be taken for a reference. */
const minReferenceLength = 6;
const maxNameWords = 6;
/** The same result, three times as fast: thousands of texts are compared for one search. */
const isAscii = /^[\x20-\x7e]*$/;

export type SearchedPayment = SearchedFields & Pick<Payment, "paymentId">;

/** The terms under which a payment is found; each once. */
export function searchTermsOf(payment: SearchedFields): SearchTerm[] {
  const plain = [payment.orderId, payment.remittanceInfo, payment.endToEndId].map((text) => searchKey(text ?? ""));
  return [
    ...distinct(plain).map((term) => ({ term, isPersonal: false })),
    ...personalTermsOf(payment).filter(({ term }) => !plain.includes(term)),
  ];
}

/** Names are found from each of their words on: "Erika Mustermann" by "muster" and by "Mustermann Erika". */
export function personalTermsOf({
  customerEmail,
  customerName,
}: Pick<Payment, "customerEmail" | "customerName">): SearchTerm[] {
  const words = (customerName ?? "").split(/\s+/).filter((word) => word !== "");
  const names = words
    .slice(0, maxNameWords)
    .map((_, index) => searchKey([...words.slice(index), ...words.slice(0, index)].join(" ")));
  return distinct([searchKey(customerEmail ?? ""), ...names]).map((term) => ({ term, isPersonal: true }));
}

export function readSearch(text: string): PaymentSearch {
  const references = wholeKeysIn(keyText([text])).filter((key) => key.length >= minReferenceLength);
  return { paymentId: text.trim(), prefix: searchKey(text), terms: distinct(references) };
}

/** The one field after the other: most payments fit by their first, or by none. */
export function matchesSearch(payment: SearchedPayment, { paymentId, prefix, terms }: PaymentSearch): boolean {
  if (payment.paymentId === paymentId) return true;
  const fits = (term: string) => term !== "" && ((prefix !== "" && term.startsWith(prefix)) || terms.includes(term));
  const { orderId, remittanceInfo, endToEndId = "" } = payment;
  return (
    [orderId, remittanceInfo, endToEndId].some((text) => fits(searchKey(text))) ||
    personalTermsOf(payment).some(({ term }) => fits(term))
  );
}

/** Capital letters and digits without accents; a text that has neither is its own key. */
function searchKey(text: string): string {
  const folded = isAscii.test(text)
    ? text.toUpperCase().replace(/[^A-Z0-9]+/g, "")
    : text
        .normalize("NFKD")
        .toUpperCase()
        .replace(/[^\p{L}\p{N}]/gu, "");
  return (folded === "" ? text.trim() : folded).slice(0, maxTermLength);
}

function distinct(texts: readonly string[]): string[] {
  return [...new Set(texts)].filter((text) => text !== "");
}
