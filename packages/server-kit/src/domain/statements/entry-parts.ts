// The parts of a statement entry that pays several payments: they must add up to it exactly, so that no money is left unassigned.
import type { RefusalDetail } from "../refusal.js";

/** The part of an entry that belongs to one payment. */
export interface EntryPart {
  paymentId: string;
  /** Minor units of the entry's currency. */
  amountCents: number;
}

const maxParts = 50;

export function findPartViolations(
  parts: readonly EntryPart[],
  { amountCents, currency }: { amountCents: number; currency: string },
): RefusalDetail[] {
  if (!Array.isArray(parts) || parts.length === 0 || parts.length > maxParts) {
    return [{ path: "parts", rule: "type", message: `must be a list of 1 to ${maxParts} parts` }];
  }
  const malformed = parts.flatMap((part: Partial<EntryPart> | null, index): RefusalDetail[] => {
    const isRight =
      typeof part?.paymentId === "string" && Number.isSafeInteger(part.amountCents) && Number(part.amountCents) > 0;
    const message = "must be { paymentId, amountCents }, the amount a whole number above 0";
    return isRight ? [] : [{ path: `parts[${index}]`, rule: "type", message }];
  });
  if (malformed.length > 0) return malformed;
  if (new Set(parts.map(({ paymentId }) => paymentId)).size < parts.length) {
    return [{ path: "parts", rule: "unique", message: "must name each payment once" }];
  }
  const sum = parts.reduce((total, part) => total + part.amountCents, 0);
  if (sum === amountCents) return [];
  const message = `must add up to the entry's ${amountCents} ${currency}; they add up to ${sum}`;
  return [{ path: "parts", rule: "sum", message }];
}
