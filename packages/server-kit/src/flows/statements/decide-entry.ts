// Manual decisions about an entry that matched no payment: assign it to one, split it over several, or mark it as belonging to none.
import { invalidInput, Refusal, type RefusalDetail, requireNoViolations } from "../../domain/refusal.js";
import { findMissingText, maxTextLength } from "../../domain/required-text.js";
import { type EntryPart, findPartViolations } from "../../domain/statements/entry-parts.js";
import type { EntryState, KeptEntry } from "../../storage/port/statement-entry-records.js";
import type { Records } from "../../storage/port.js";
import { appendAudit } from "../append-audit.js";
import { retryOnConflict, VersionConflictError } from "../retry-on-conflict.js";
import { recordEntryMoney } from "./record-entry-money.js";
import type { SliceDependencies } from "./record-slice.js";

export interface EntryDecision {
  /** The person who decides, such as the e-mail address of a panel user. */
  actor: string;
  /** The store of the entry; undefined for operators, who see all stores. */
  merchantId?: string | undefined;
}

/** States in which an entry can be assigned: unmatched, or marked earlier as belonging to no payment. */
const assignableStates: readonly EntryState[] = ["unmatched", "put_aside"];

/**
 * Assigns the whole entry to one payment.
 * @param from the states that the decision was made on
 * @throws Refusal PAYMENT_NOT_FOUND; VALIDATION_ERROR for an entry that is already decided, and for a test payment.
 */
export async function assignEntry(
  dependencies: SliceDependencies,
  entryId: string,
  paymentId: string,
  decision: EntryDecision,
  from = assignableStates,
): Promise<void> {
  await decide(dependencies, entryId, { ...decision, from }, (entry) => [
    { paymentId, amountCents: entry.amountCents },
  ]);
}

/**
 * Splits the entry over several payments. The parts must add up to it exactly, so that no money is left unassigned.
 * @throws Refusal as `assignEntry`; VALIDATION_ERROR for parts that do not add up.
 */
export async function splitEntry(
  dependencies: SliceDependencies,
  entryId: string,
  parts: readonly EntryPart[],
  decision: EntryDecision,
  from = assignableStates,
): Promise<void> {
  await decide(dependencies, entryId, { ...decision, from }, (entry) => {
    requireNoViolations(findPartViolations(parts, entry));
    return parts;
  });
}

/**
 * Marks the entry as belonging to no payment.
 * @throws Refusal VALIDATION_ERROR for an entry that is already decided, or without a reason.
 */
export async function putEntryAside(
  dependencies: SliceDependencies,
  entryId: string,
  { reason: given, ...givenDecision }: EntryDecision & { reason: string },
): Promise<void> {
  requireNoViolations([
    ...findMissingActor(givenDecision),
    ...findMissingText("reason", given, "say why it belongs to no payment", maxTextLength),
  ]);
  const reason = given.trim();
  const decision = trimmed(givenDecision);
  await retryOnConflict(dependencies, async (records) => {
    const entry = await requireEntry(records, entryId, decision, ["unmatched"]);
    await close(dependencies, records, { ...entry, reason }, "put_aside", decision);
    await appendAudit(dependencies, records, {
      actor: decision.actor,
      action: "statement.entry_put_aside",
      merchantId: entry.merchantId,
      subject: entry.statementId,
      // Without the reason, which may name a person: the entry has it, until it is erased.
      detail: { entryId },
    });
  });
}

async function decide(
  dependencies: SliceDependencies,
  entryId: string,
  { from, ...given }: EntryDecision & { from: readonly EntryState[] },
  partsOf: (entry: KeptEntry) => readonly EntryPart[],
): Promise<void> {
  requireNoViolations(findMissingActor(given));
  const decision = trimmed(given);
  const paymentIds = await retryOnConflict(dependencies, async (records) => {
    const entry = await requireEntry(records, entryId, decision, from);
    const parts = partsOf(entry);
    for (const { paymentId, amountCents } of parts) {
      const payment = await requirePayment(records, entry, paymentId);
      await recordEntryMoney(dependencies, records, {
        entry,
        payment,
        amountCents,
        actor: decision.actor,
        how: "assigned",
      });
    }
    await close(dependencies, records, { ...entry, reason: undefined }, "assigned", decision);
    return parts.map(({ paymentId }) => paymentId);
  });
  for (const paymentId of paymentIds) dependencies.announce(paymentId);
}

async function close(
  { clock }: SliceDependencies,
  records: Records,
  entry: KeptEntry,
  state: EntryState,
  { actor }: EntryDecision,
): Promise<void> {
  const written = await records.statements.updateEntry(
    { ...entry, state, handledBy: actor, handledAt: clock.now() },
    entry.state,
  );
  if (!written) throw new VersionConflictError(`Statement entry ${entry.entryId} is no longer ${entry.state}.`);
}

const closedMessages: Record<EntryState, string> = {
  unmatched: "is still unmatched",
  matched: "was already matched to a payment",
  assigned: "was already assigned to a payment",
  put_aside: "was already put aside",
  not_counted: "is not incoming money: there is nothing to decide",
};

async function requireEntry(
  records: Records,
  entryId: string,
  { merchantId }: EntryDecision,
  states: readonly EntryState[],
): Promise<KeptEntry> {
  const entry =
    merchantId === undefined
      ? await records.statements.findEntryOfAnyStore(entryId)
      : await records.statements.findEntry(merchantId, entryId);
  if (entry === undefined) {
    throw new Refusal("VALIDATION_ERROR", {
      message: "There is no such statement entry.",
      details: [{ path: "entryId", rule: "unknown", message: "is not a known statement entry" }],
    });
  }
  if (!states.includes(entry.state)) {
    throw invalidInput({ path: "entryId", rule: "state", message: closedMessages[entry.state] });
  }
  return entry;
}

async function requirePayment(records: Records, entry: KeptEntry, paymentId: string) {
  const payment = await records.payments.findOfStore(entry.merchantId, paymentId);
  if (payment === undefined) throw new Refusal("PAYMENT_NOT_FOUND");
  if (payment.environment !== "live") {
    const message = "is a test payment: statement entries can be assigned to live payments only";
    throw invalidInput({ path: "paymentId", rule: "environment", message });
  }
  return payment;
}

function trimmed(decision: EntryDecision): EntryDecision {
  return { ...decision, actor: decision.actor.trim() };
}

function findMissingActor({ actor }: EntryDecision): RefusalDetail[] {
  return findMissingText("actor", actor, "name who decides");
}
