// Search for payments by a reference as printed on a bank statement, an order id, an e-mail address or a name. Case,
// accents and separators are ignored: banks drop or replace them. The same rule in every storage: search terms are stored, and a text
// matches terms that begin with it.
import type { Payment } from "./payment.js";
import { keyText, wholeKeysIn } from "./statements/reference-key.js";

export interface SearchTerm {
  term: string;
  /** Derived from the buyer's e-mail address or name: erased with them. */
  isPersonal: boolean;
}

export interface PaymentSearch {
  /** Finds the payment with exactly this id. */
  paymentId: string;
  /** Finds every term that begins with it. */
  prefix: string;
  /** Finds exactly these terms: references inside a longer text, such as a whole line of a statement. */
  terms: string[];
}

export type SearchedFields = Pick<
  Payment,
  "orderId" | "remittanceInfo" | "endToEndId" | "customerEmail" | "customerName"
>;

const maxTermLength = 255;
/** A shorter word of a statement's line is too common to be a reference. */
const minReferenceLength = 6;
const maxNameWords = 6;
/** Fast path with the same result, three times as fast: a search compares thousands of texts. */
const isAscii = /^[\x20-\x7e]*$/;

export type SearchedPayment = SearchedFields & Pick<Payment, "paymentId">;

/** The distinct search terms of a payment. */
export function searchTermsOf(payment: SearchedFields): SearchTerm[] {
  const plain = referenceTermsOf(payment);
  return [
    ...plain.map((term) => ({ term, isPersonal: false })),
    ...personalTermsOf(payment).filter(({ term }) => !plain.includes(term)),
  ];
}

/** The terms of its order and references. */
export function referenceTermsOf({
  orderId,
  remittanceInfo,
  endToEndId,
}: Pick<Payment, "orderId" | "remittanceInfo" | "endToEndId">): string[] {
  return distinct([orderId, remittanceInfo, endToEndId].map((text) => searchKey(text ?? "")));
}

/** A name is found from each of its words on: "Erika Mustermann" by "muster" and by "Mustermann Erika". */
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

/** Converts the text that a person typed into a search. */
export function readSearch(text: string): PaymentSearch {
  const references = wholeKeysIn(keyText([text])).filter((key) => key.length >= minReferenceLength);
  return { paymentId: text.trim(), prefix: searchKey(text), terms: distinct(references) };
}

export function fitsTerm(term: string, { prefix, terms }: PaymentSearch): boolean {
  return term !== "" && ((prefix !== "" && term.startsWith(prefix)) || terms.includes(term));
}

/** Checks field by field and stops at the first match. */
export function matchesSearch(payment: SearchedPayment, search: PaymentSearch): boolean {
  if (payment.paymentId === search.paymentId) return true;
  const fits = (term: string) => fitsTerm(term, search);
  const { orderId, remittanceInfo, endToEndId = "" } = payment;
  return (
    [orderId, remittanceInfo, endToEndId].some((text) => fits(searchKey(text))) ||
    personalTermsOf(payment).some(({ term }) => fits(term))
  );
}

/** The term that a text is found by: capital letters and digits without accents; a text without either is its own term. */
export function searchKey(text: string): string {
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
