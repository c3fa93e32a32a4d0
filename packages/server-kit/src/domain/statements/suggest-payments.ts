// Suggests payments for an entry that matched none, best first. A person decides; suggestions never settle a payment.
import type { Payment } from "../payment.js";
import type { StatementEntry } from "./statement-entry.js";

export type SuggestionReason = "reference" | "order" | "amount" | "iban" | "name";

export interface PaymentSuggestion {
  payment: Payment;
  /** The matching features, strongest first. */
  reasons: SuggestionReason[];
}

export interface SuggestionCandidate {
  payment: Payment;
  /** The entry contains its reference, but not with certainty. */
  isReferenced: boolean;
  /** The buyer's account, if a session request contained it. */
  senderIban?: string | undefined;
}

type EntryFacts = Pick<
  StatementEntry,
  "amountCents" | "currency" | "counterpartyName" | "counterpartyIban" | "remittanceLines"
>;

/** A shorter order id occurs in many texts by chance. */
const minOrderLength = 3;
const weights: Record<SuggestionReason, number> = { reference: 16, order: 8, iban: 4, amount: 2, name: 1 };

/** At most `limit` payments, ordered by the weight of their matching features. */
export function suggestPayments(
  entry: EntryFacts,
  candidates: readonly SuggestionCandidate[],
  limit = 5,
): PaymentSuggestion[] {
  return candidates
    .map((candidate) => ({ payment: candidate.payment, reasons: reasonsOf(entry, candidate) }))
    .filter(({ reasons }) => reasons.length > 0)
    .sort((left, right) => weightOf(right) - weightOf(left) || compareIds(right.payment, left.payment))
    .slice(0, limit);
}

function reasonsOf(entry: EntryFacts, { payment, isReferenced, senderIban }: SuggestionCandidate): SuggestionReason[] {
  const agrees: Record<SuggestionReason, boolean> = {
    reference: isReferenced,
    order: namesOrder(entry.remittanceLines, payment.orderId),
    iban: senderIban !== undefined && senderIban === entry.counterpartyIban,
    amount: payment.amountCents === entry.amountCents && payment.currency === entry.currency,
    name: isSameName(entry.counterpartyName, payment.customerName),
  };
  // The keys of a record of all reasons, heaviest first.
  return (Object.keys(agrees) as SuggestionReason[]).filter((reason) => agrees[reason]);
}

/** Whether the text contains the order id as a word: 4711 is not in 47112. */
function namesOrder(lines: readonly string[], orderId: string): boolean {
  const wanted = orderId.trim().toUpperCase();
  if (wanted.length < minOrderLength) return false;
  const text = lines.join(" ").toUpperCase();
  const isEdge = (character: string | undefined) => character === undefined || !/[\p{L}\p{N}]/u.test(character);
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + 1)) {
    if (isEdge(text[at - 1]) && isEdge(text[at + wanted.length])) return true;
  }
  return false;
}

/** The bank's name contains every word of the buyer's, ignoring order, accents and case. */
function isSameName(bankName: string | undefined, buyerName: string | undefined): boolean {
  const buyer = nameWords(buyerName);
  const bank = new Set(nameWords(bankName));
  return buyer.length > 0 && buyer.every((word) => bank.has(word));
}

function nameWords(name = ""): string[] {
  return name
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toUpperCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 1);
}

function weightOf({ reasons }: PaymentSuggestion): number {
  return reasons.reduce((sum, reason) => sum + weights[reason], 0);
}

function compareIds(left: Payment, right: Payment): number {
  return left.paymentId < right.paymentId ? -1 : left.paymentId > right.paymentId ? 1 : 0;
}
