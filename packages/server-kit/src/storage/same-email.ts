// Payments of one buyer by e-mail address, for both databases: the case of letters is ignored beyond ASCII, which
// SQLite's lower() and that of PostgreSQL in some locales do not.
import type { Payment } from "../domain/payment.js";

/**
 * Reads pages of candidates by payment id until `limit` payments have this address, or there are no more candidates.
 * @param readPage Returns up to `limit` candidates after this payment id, in the order of their ids.
 */
export async function findSameEmail(
  email: string,
  { limit, after }: { limit: number; after: string },
  readPage: (after: string) => Promise<Payment[]>,
): Promise<Payment[]> {
  const wanted = folded(email);
  const found: Payment[] = [];
  for (let from = after; found.length < limit; ) {
    const page = await readPage(from);
    found.push(...page.filter(({ customerEmail }) => customerEmail !== undefined && folded(customerEmail) === wanted));
    const last = page.at(-1);
    if (last === undefined || page.length < limit) break;
    from = last.paymentId;
  }
  return found.slice(0, limit);
}

/** Equal for addresses that differ only in the case of letters, or in how accented letters are encoded. */
export function folded(email: string): string {
  return email.normalize("NFC").toLowerCase();
}
