// Creditor references of ISO 11649 (RF, two check digits, up to 21 characters) in the texts of an entry.
import type { KeyedText } from "./reference-key.js";

const shortest = 8;
const longest = 25;

/**
 * The keys of the references in these texts, each once. They begin and end at word boundaries: of the 18 lengths that a run of characters
 * could be cut to, one in five would have valid check digits by chance.
 */
export function creditorReferencesIn(...texts: readonly KeyedText[]): string[] {
  const found = new Set<string>();
  for (const { key, breaks } of texts) {
    for (const from of breaks) {
      if (!key.startsWith("RF", from)) continue;
      for (let to = from + shortest; to <= from + longest; to += 1) {
        if (breaks.has(to) && isCreditorReference(key.slice(from, to))) found.add(key.slice(from, to));
      }
    }
  }
  return [...found];
}

/** The first one in free text, perhaps with words that follow it: its check digits are not compared. */
export function firstCreditorReference(text: string): string | undefined {
  const [found] = /\bRF\d{2}(?: ?[A-Z0-9]){1,21}\b/.exec(text) ?? [];
  return found?.replaceAll(" ", "");
}

/** As in an IBAN, letters count from 10 and the first four characters go to the end. */
function isCreditorReference(key: string): boolean {
  if (!/^RF\d{2}[A-Z0-9]+$/.test(key)) return false;
  const digits = (key.slice(4) + key.slice(0, 4)).replace(/[A-Z]/g, (letter) => String(parseInt(letter, 36)));
  return BigInt(digits) % 97n === 1n;
}
