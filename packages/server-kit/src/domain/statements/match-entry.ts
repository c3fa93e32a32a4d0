// Finds the payment that an entry belongs to, by its references only; any other similarity is a suggestion for a person
// (docs/decisions/statements-settle-transfers.md).
import type { Payment } from "../payment.js";
import { hasEnded } from "../payment-state.js";
import { creditorReferencesIn } from "./creditor-reference.js";
import { type Certainty, type FoundReference, findReference, isDistinctive } from "./find-reference.js";
import { endingsIn, type KeyedText, keysEndingWith, keyText, referenceKey, wholeKeysIn } from "./reference-key.js";
import type { StatementEntry } from "./statement-entry.js";

/** What an entry says about the payment that it belongs to. */
export type EntryTexts = Pick<
  StatementEntry,
  "remittanceLines" | "structuredReference" | "endToEndId" | "customerReference" | "batch"
>;

/** The keys by which the storage finds candidates for one entry. */
export interface EntryKeys {
  /** Endings of remittance keys; see `keyEnding`. */
  endings: string[];
  /** Whole remittance keys with these endings, used when too many payments have one of them. */
  keysEndingWith(endings: readonly string[]): string[];
  /** Whole keys that identify a payment by themselves, by which references are found that payments had before. */
  distinctiveKeys(): string[];
  /** The whole key of the end-to-end id; empty without one. */
  endToEndKey: string;
}

/** What the storage knows beside the candidates themselves. */
export interface CandidateFacts {
  /** Keys of references that a bank got before those of the payment changed, by payment: its session can still be paid. */
  formerReferences?: ReadonlyMap<string, readonly string[]>;
  /** Keys of references and end-to-end ids of which not all payments are among the candidates: more have them than are read. */
  incompleteKeys?: ReadonlySet<string>;
}

export type EntryMatch =
  | { kind: "match"; payment: Payment }
  /** The references identify more than one payment, or one without certainty. */
  | { kind: "ambiguous"; payments: Payment[] }
  | { kind: "none" };

export function keysOfEntry(entry: EntryTexts): EntryKeys {
  const texts = textsOf(entry);
  const distinct = (keys: string[]) => [...new Set(keys)];
  return {
    endings: distinct(texts.flatMap(endingsIn)),
    keysEndingWith: (endings) =>
      distinct(texts.flatMap((text) => endings.flatMap((ending) => keysEndingWith(text, ending)))),
    distinctiveKeys: () => distinct(texts.flatMap(wholeKeysIn)).filter(isDistinctive),
    endToEndKey: referenceKey(entry.endToEndId ?? ""),
  };
}

/** @param candidates payments of the store that the storage found by `keysOfEntry`. */
export function matchEntry(
  entry: EntryTexts,
  candidates: readonly Payment[],
  { formerReferences = new Map(), incompleteKeys = new Set() }: CandidateFacts = {},
): EntryMatch {
  const texts = textsOf(entry);
  const found = candidates.flatMap((payment) => {
    const references = [payment.remittanceInfo, ...(formerReferences.get(payment.paymentId) ?? [])];
    const place = bestPlace(payment, references, entry, texts);
    return place === undefined ? [] : [{ payment, ...place }];
  });
  if (found.length === 0) return { kind: "none" };
  const deciding = decidingKeys(incompleteKeys, texts);
  const mayHideOthers = ({ paymentId, remittanceInfo, endToEndId }: Payment) =>
    [remittanceInfo, ...(formerReferences.get(paymentId) ?? [])].some((one) => deciding.has(referenceKey(one))) ||
    (isSameEndToEndId(endToEndId, entry.endToEndId) && deciding.has(referenceKey(endToEndId)));
  const certain = found.filter(({ payment, certainty }) => certainty === "certain" || mayHideOthers(payment));
  const outermost = certain.filter((one) => !certain.some((other) => encloses(other, one)));
  const meant = oneOfSameReference(outermost.map(({ payment }) => payment));
  // A batch total is not a single transfer: its text may contain the reference of any of them.
  if (meant !== undefined && entry.batch?.kind !== "total" && !mayHideOthers(meant)) {
    return { kind: "match", payment: meant };
  }
  return { kind: "ambiguous", payments: found.map(({ payment }) => payment) };
}

/** The incomplete keys by which a payment that is not among the candidates could be certain. */
function decidingKeys(incompleteKeys: ReadonlySet<string>, texts: readonly KeyedText[]): Set<string> {
  return new Set([...incompleteKeys].filter((key) => isDistinctive(key) || texts.some((text) => text.key === key)));
}

interface Place extends FoundReference {
  /** Index of the text; undefined for the end-to-end id, which is compared as a whole. */
  text: number | undefined;
}

function bestPlace(
  { endToEndId }: Payment,
  references: readonly string[],
  entry: EntryTexts,
  texts: readonly KeyedText[],
): Place | undefined {
  const places: Place[] = texts.flatMap((text, index) =>
    references.flatMap((reference) => {
      const found = findReference(text, reference);
      return found === undefined ? [] : [{ ...found, text: index }];
    }),
  );
  if (isSameEndToEndId(endToEndId, entry.endToEndId)) {
    const certainty: Certainty = isDistinctive(referenceKey(endToEndId)) ? "certain" : "possible";
    places.push({ certainty, from: 0, to: 0, isLiteral: false, text: undefined });
  }
  return places.find(({ certainty }) => certainty === "certain") ?? places[0];
}

function isSameEndToEndId(own: string | undefined, of: string | undefined): own is string {
  const key = referenceKey(own ?? "");
  return key !== "" && key === referenceKey(of ?? "");
}

/** ORDER-1 inside a literal ORDER-1-2 is part of the longer reference; without separators it could be either. */
function encloses(outer: Place, inner: Place): boolean {
  return (
    outer.text !== undefined &&
    outer.text === inner.text &&
    outer.isLiteral &&
    outer.from <= inner.from &&
    outer.to >= inner.to &&
    outer.to - outer.from > inner.to - inner.from
  );
}

/**
 * The one payment, or the one of several with the same reference that still waits for money while the others of its order ended
 * unpaid: a merchant who reuses a reference after a payment has expired refers to the newer one.
 */
function oneOfSameReference(payments: readonly Payment[]): Payment | undefined {
  if (payments.length <= 1) return payments[0];
  const open = payments.filter(({ state, supersededBy }) => !hasEnded(state) && supersededBy === undefined);
  const [only] = open;
  if (only === undefined || open.length > 1) return undefined;
  const key = referenceKey(only.remittanceInfo);
  const areAlike = payments.every(
    ({ orderId, remittanceInfo, state }) =>
      orderId === only.orderId && referenceKey(remittanceInfo) === key && state !== "settled",
  );
  return areAlike ? only : undefined;
}

/**
 * The texts that may contain a reference. A structured reference is compared alone; an ISO 11649 one contains the creditor's own after its
 * check digits. A customer's reference that is not distinctive may be a number of the payer's bank.
 */
function textsOf({ remittanceLines, structuredReference, endToEndId, customerReference }: EntryTexts): KeyedText[] {
  const distinctive = isDistinctive(referenceKey(customerReference ?? "")) ? customerReference : undefined;
  const ownOfCreditor = creditorReferencesIn(
    keyText(remittanceLines),
    keyText(structuredReference === undefined ? [] : [structuredReference]),
  ).map((reference) => reference.slice(4));
  return [
    remittanceLines,
    ...[structuredReference, ...ownOfCreditor, endToEndId, distinctive].map((text) =>
      text === undefined ? [] : [text],
    ),
  ]
    .filter((lines) => lines.length > 0)
    .map(keyText);
}
