// Records some entries of a statement in one unit of work: each is stored once, together with the payment that its reference settles.
import type { Clock, RandomBytes } from "../../domain/clock.js";
import {
  isBookedCredit,
  reversesDebit,
  type StatementEntry,
  takesMoneyBack,
} from "../../domain/statements/statement-entry.js";
import type { Vault } from "../../domain/vault.js";
import type { EntryState } from "../../storage/port/statement-entry-records.js";
import type { Records, Storage } from "../../storage/port.js";
import { retryOnConflict } from "../retry-on-conflict.js";
import { findMatch, findTestPayment } from "./find-payments-of-entry.js";
import { type EntryPlace, keepEntry } from "./kept-entry.js";
import { recordEntryMoney } from "./record-entry-money.js";

export interface SliceDependencies {
  storage: Storage;
  clock: Clock;
  randomBytes: RandomBytes;
  vault: Vault;
  /** Called after the commit, with each payment that was written. */
  announce(paymentId: string): void;
}

export interface SliceEntry {
  entry: StatementEntry;
  place: EntryPlace;
  /** What else the booking may be stored under: from another format, or by an earlier version. */
  others: readonly Pick<EntryPlace, "fingerprint" | "occurrence">[];
}

export type EntryOutcome = {
  entry: StatementEntry;
  paymentId?: string | undefined;
  /** Of a dry run: the test payment that an unmatched entry names. No statement settles one. */
  testPaymentId?: string | undefined;
} & ({ kind: "duplicate" } | { kind: EntryState });

/** Returns the result of each entry, in order. */
export async function recordSlice(
  dependencies: SliceDependencies,
  slice: readonly SliceEntry[],
  actor: string,
): Promise<EntryOutcome[]> {
  const outcomes = await retryOnConflict(dependencies, async (records) => {
    const recorded: EntryOutcome[] = [];
    for (const one of slice) recorded.push(await recordOne(dependencies, records, one, actor));
    return recorded;
  });
  for (const { paymentId } of outcomes) if (paymentId !== undefined) dependencies.announce(paymentId);
  return outcomes;
}

/**
 * The result that `recordSlice` would return, without a write. Each entry is matched with the payments as they are stored, not as earlier
 * entries of the file would change them.
 * @param previewed the entries of earlier slices, which `recordSlice` would have kept; those of this one are added.
 */
export async function previewSlice(
  { storage }: { storage: Storage },
  slice: readonly SliceEntry[],
  previewed: Set<string>,
): Promise<EntryOutcome[]> {
  return storage.read(async (records) => {
    const outcomes: EntryOutcome[] = [];
    for (const one of slice) {
      const { entry, place } = one;
      const key = `${place.fingerprint} ${place.occurrence}`;
      if (previewed.has(key) || (await isKnown(records, one))) outcomes.push({ entry, kind: "duplicate" });
      else {
        previewed.add(key);
        const { state, payment } = await decideState(records, place.merchantId, entry);
        const testPaymentId =
          state === "unmatched" ? await findTestPayment(records, place.merchantId, entry) : undefined;
        outcomes.push({ entry, kind: state, paymentId: payment?.paymentId, testPaymentId });
      }
    }
    return outcomes;
  });
}

async function recordOne(
  dependencies: SliceDependencies,
  records: Records,
  one: SliceEntry,
  actor: string,
): Promise<EntryOutcome> {
  const { entry, place } = one;
  if (await isKnown(records, one)) return { entry, kind: "duplicate" };
  const { state, payment } = await decideState(records, place.merchantId, entry);
  const kept = { ...keepEntry(dependencies, entry, place, dependencies.clock.now()), state };
  if (!(await records.statements.insertEntry(kept))) return { entry, kind: "duplicate" };
  if (payment === undefined) return { entry, kind: state };
  await recordEntryMoney(dependencies, records, {
    entry: kept,
    payment,
    amountCents: entry.amountCents,
    actor,
    how: "matched",
  });
  return { entry, kind: state, paymentId: payment.paymentId };
}

async function isKnown({ statements }: Records, { place, others }: SliceEntry): Promise<boolean> {
  for (const own of [place, ...others]) {
    if (await statements.hasEntry({ ...own, merchantId: place.merchantId })) return true;
  }
  return false;
}

/**
 * Only credits and returns are matched. Other debits are just stored, and so are credits that reverse one of them; that of a return waits
 * for a person.
 */
async function decideState(records: Records, merchantId: string, entry: StatementEntry) {
  const isMoney = isBookedCredit(entry) || takesMoneyBack(entry);
  if (entry.amountCents === 0 || !(isMoney || reversesDebit(entry))) {
    return { state: "not_counted" as const, payment: undefined };
  }
  const match = await findMatch(records, merchantId, entry);
  if (!isMoney) {
    const wasReturned =
      match.kind === "match" && (await records.statements.listReturned(match.payment.paymentId)).length > 0;
    return { state: wasReturned ? ("unmatched" as const) : ("not_counted" as const), payment: undefined };
  }
  if (match.kind !== "match") return { state: "unmatched" as const, payment: undefined };
  return { state: "matched" as const, payment: match.payment };
}
