// Finds a payment's reference in the text of a transfer, with its certainty (docs/decisions/statements-settle-transfers.md).
import { toWireReference } from "../remittance.js";
import { type KeyedText, referenceKey } from "./reference-key.js";

/** `certain`: unambiguous. `possible`: a person has to confirm. */
export type Certainty = "certain" | "possible";

export interface FoundReference {
  certainty: Certainty;
  /** Its range in the text's key. */
  from: number;
  to: number;
  /** Found with its separators, as given or in wire form. */
  isLiteral: boolean;
}

/** From this key length, a reference is recognised between other letters, and with line breaks at any position. */
const longKey = 12;
/** From this key length, it may be broken at the end of a line. */
const breakableKey = 8;

/** The occurrence with the highest certainty; undefined when the text does not contain the reference. */
export function findReference(text: KeyedText, reference: string): FoundReference | undefined {
  const key = referenceKey(reference);
  if (key === "") return undefined;
  let best: FoundReference | undefined;
  for (let from = text.key.indexOf(key); from !== -1; from = text.key.indexOf(key, from + 1)) {
    const found = comparePlace(text, reference, key, from);
    if (found?.certainty === "certain") return found;
    best ??= found;
  }
  return best;
}

function comparePlace(text: KeyedText, reference: string, key: string, from: number): FoundReference | undefined {
  const to = from + key.length;
  const isAligned = text.breaks.has(from) && text.breaks.has(to);
  // Short references also occur inside other words and numbers.
  if (!isAligned && key.length < breakableKey) return undefined;
  const isLiteral = [reference, toWireReference(reference)].some((form) =>
    text.literal.includes(form.trim().toUpperCase().replace(/\s+/g, " ")),
  );
  const isSure =
    (isAligned || isRecognisableWithin(text, key, from, to)) &&
    isUnbrokenEnough(text, reference, key, from) &&
    (isDistinctive(key) || text.key === key);
  return { certainty: isSure ? "certain" : "possible", from, to, isLiteral };
}

/** Between other letters: `PS10045AB12CD34DANKE` contains the reference; in `100451` the digits `10045` may be part of another number. */
function isRecognisableWithin({ key: text, breaks }: KeyedText, key: string, from: number, to: number): boolean {
  const isWithinNumber = (place: number) =>
    !breaks.has(place) && /\d/.test(text[place - 1] ?? "") && /\d/.test(text[place] ?? "");
  return key.length >= longKey && !isWithinNumber(from) && !isWithinNumber(to);
}

/** "Order 1, 2 pieces" is not ORDER-12: breaks inside the reference are allowed only for long references, or at the end of a line. */
function isUnbrokenEnough({ breaks, lineBreaks }: KeyedText, reference: string, key: string, from: number): boolean {
  if (key.length >= longKey) return true;
  const own = new Set<number>();
  let length = 0;
  for (const run of reference.toUpperCase().split(/[^A-Z0-9]+/)) {
    length += run.length;
    own.add(length);
  }
  const allowed = key.length >= breakableKey ? lineBreaks : new Set<number>();
  for (const place of breaks) {
    const isInside = place > from && place < from + key.length;
    if (isInside && !own.has(place - from) && !allowed.has(place)) return false;
  }
  return true;
}

const minDistinctiveDigits = 9;
const minDistinctiveLength = 6;

/** A year, date or article number occurs in many texts; a distinctive reference has letters and digits, or many digits. */
export function isDistinctive(key: string): boolean {
  if (/^\d+$/.test(key)) return key.length >= minDistinctiveDigits;
  return key.length >= minDistinctiveLength && /\d/.test(key);
}
