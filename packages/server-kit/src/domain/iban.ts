// Normalises IBANs wherever one enters: requests, forms, settings, the command line, statements. ibantools checks length by country and
// check digits; this ignores separators and characters from typing and copying.
import { isValidIBAN } from "ibantools";

/**
 * White space, line ends, dashes, dots, and invisible characters from copying: control characters, joiners, direction marks, soft
 * hyphens, variation selectors.
 */
const ignored = /[\s\p{Cc}\p{Cf}\p{Mn}\p{Pd}\u2212.\u00b7\u2022]+/gu;

/** Upper case without separators, or undefined when it is not a valid IBAN. A leading word "IBAN" is dropped. */
export function normalizeIban(text: string): string | undefined {
  const bare = text.replace(ignored, "").replace(/^IBAN[:\uff1a]?/i, "");
  if (!/^[A-Za-z0-9]+$/.test(bare)) return undefined;
  const iban = bare.toUpperCase();
  // Check digits 00, 01 and 99 are never generated, though some of them pass the modulus check.
  if (["00", "01", "99"].includes(iban.slice(2, 4))) return undefined;
  return isValidIBAN(iban) ? iban : undefined;
}

/** In groups of four, for display. */
export function groupIban(iban: string): string {
  return iban.replace(/(.{4})(?=.)/g, "$1 ");
}
