// Is this an IBAN? Length by country and check digits come from ibantools; what we add is tolerance for how people type them.
import { isValidIBAN } from "ibantools";

/** Upper case without blanks, or undefined when it is no valid IBAN. */
export function normalizeIban(text: string): string | undefined {
  if (!/^[A-Za-z0-9 ]+$/.test(text)) return undefined;
  const iban = text.replaceAll(" ", "").toUpperCase();
  // Check digits 00, 01 and 99 never come out of the modulus, though some pass it.
  if (["00", "01", "99"].includes(iban.slice(2, 4))) return undefined;
  return isValidIBAN(iban) ? iban : undefined;
}

/** Groups of four, as people read it. */
export function groupIban(iban: string): string {
  return iban.replace(/(.{4})(?=.)/g, "$1 ");
}
