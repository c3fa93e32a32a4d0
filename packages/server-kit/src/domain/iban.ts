// Is this an IBAN? Length by country and check digits come from ibantools; what we add is tolerance for how people type and copy them.
// Every place where an IBAN comes in uses this one function: requests, forms, settings, the command line, statements.
import { isValidIBAN } from "ibantools";

/**
 * Blanks of every kind, line ends, dashes, dots, and what is copied along unseen: control characters, joiners, marks of direction, soft
 * hyphens, variation selectors.
 */
const ignored = /[\s\p{Cc}\p{Cf}\p{Mn}\p{Pd}\u2212.\u00b7\u2022]+/gu;

/** Upper case without separators, or undefined when it is no valid IBAN. A leading word "IBAN" is left out. */
export function normalizeIban(text: string): string | undefined {
  const bare = text.replace(ignored, "").replace(/^IBAN[:\uff1a]?/i, "");
  if (!/^[A-Za-z0-9]+$/.test(bare)) return undefined;
  const iban = bare.toUpperCase();
  // Check digits 00, 01 and 99 never come out of the modulus, though some pass it.
  if (["00", "01", "99"].includes(iban.slice(2, 4))) return undefined;
  return isValidIBAN(iban) ? iban : undefined;
}

/** Groups of four, as people read it. */
export function groupIban(iban: string): string {
  return iban.replace(/(.{4})(?=.)/g, "$1 ");
}
