// Manual decisions about an entry that matched no payment: assign it to one, split it over several, or mark it as belonging to none.
import { Refusal, type RefusalDetail, requireNoViolations } from "../../domain/refusal.js";
import type { EntryState, KeptEntry } from "../../storage/port/statement-records.js";
import type { Records } from "../../storage/port.js";
import { appendAudit } from "../append-audit.js";
import { VersionConflictError } from "../record-transition.js";
import { recordEntryMoney } from "./record-entry-money.js";
import type { SliceDependencies } from "./record-slice.js";

/** The part of an entry that belongs to one payment. */
export interface EntryPart {
  paymentId: string;
  /** Minor units of the entry's currency. */
  amountCents: number;
}

export interface EntryDecision {
  /** The person who decides, such as the e-mail address of a panel user. */
  actor: string;
  /** The store of the entry; undefined for operators, who see all stores. */
  merchantId?: string | undefined;
}

/** States in which an entry can be assigned: unmatched, or marked earlier as belonging to no payment. */
const open: readonly EntryState[] = ["unmatched", "put_aside"];
const maxParts = 50;
const maxRounds = 10;

/**
 * Assigns the whole entry to one payment.
 * @throws Refusal PAYMENT_NOT_FOUND; VALIDATION_ERROR for an entry that is already decided, and for a test payment.
 */
export async function assignEntry(
  dependencies: SliceDependencies,
  entryId: string,
  paymentId: string,
  decision: EntryDecision,
): Promise<void> {
  await decide(dependencies, entryId, decision, (entry) => [{ paymentId, amountCents: entry.amountCents }]);
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
): Promise<void> {
  await decide(dependencies, entryId, decision, (entry) => {
    requireNoViolations(partViolations(parts, entry));
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
  { reason, ...decision }: EntryDecision & { reason: string },
): Promise<void> {
  requireNoViolations([
    ...actorViolations(decision),
    ...(typeof reason === "string" && reason.trim() !== "" && reason.length <= 500
      ? []
      : [{ path: "reason", rule: "required", message: "is required: give a reason of at most 500 characters" }]),
  ]);
  await retryOnConflict(dependencies, async (records) => {
    const entry = await requireEntry(records, entryId, decision, ["unmatched"]);
    await close(dependencies, records, { ...entry, reason: reason.trim() }, "put_aside", decision);
    await appendAudit(dependencies, records, {
      actor: decision.actor,
      action: "statement.entry_put_aside",
      merchantId: entry.merchantId,
      subject: entry.statementId,
      detail: { entryId, reason: reason.trim() },
    });
  });
}

async function decide(
  dependencies: SliceDependencies,
  entryId: string,
  decision: EntryDecision,
  partsOf: (entry: KeptEntry) => readonly EntryPart[],
): Promise<void> {
  requireNoViolations(actorViolations(decision));
  const paymentIds = await retryOnConflict(dependencies, async (records) => {
    const entry = await requireEntry(records, entryId, decision, open);
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

/** On a version conflict of the payment or the entry, the unit of work runs again. */
async function retryOnConflict<Result>(
  { storage }: SliceDependencies,
  work: (records: Records) => Promise<Result>,
): Promise<Result> {
  for (let round = 1; ; round += 1) {
    try {
      return await storage.write(work);
    } catch (error) {
      if (!(error instanceof VersionConflictError) || round === maxRounds) throw error;
    }
  }
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
    const message = `has already been ${entry.state.replace("_", " ")}`;
    requireNoViolations([{ path: "entryId", rule: "state", message }]);
  }
  return entry;
}

async function requirePayment(records: Records, entry: KeptEntry, paymentId: string) {
  const payment = await records.payments.findOfStore(entry.merchantId, paymentId);
  if (payment === undefined) throw new Refusal("PAYMENT_NOT_FOUND");
  if (payment.environment !== "live") {
    requireNoViolations([
      {
        path: "paymentId",
        rule: "environment",
        message: "is a test payment: statement entries can be assigned to live payments only",
      },
    ]);
  }
  return payment;
}

function partViolations(parts: unknown, { amountCents, currency }: KeptEntry): RefusalDetail[] {
  if (!Array.isArray(parts) || parts.length === 0 || parts.length > maxParts) {
    return [{ path: "parts", rule: "type", message: `must be a list of 1 to ${maxParts} parts` }];
  }
  const violations: RefusalDetail[] = parts.flatMap((part: Partial<EntryPart> | null, index) => {
    const isRight =
      typeof part?.paymentId === "string" && Number.isSafeInteger(part.amountCents) && Number(part.amountCents) > 0;
    const message = "must be { paymentId, amountCents }, the amount a whole number above 0";
    return isRight ? [] : [{ path: `parts[${index}]`, rule: "type", message }];
  });
  if (violations.length > 0) return violations;
  const ids = parts.map((part: EntryPart) => part.paymentId);
  if (new Set(ids).size < ids.length) {
    return [{ path: "parts", rule: "unique", message: "must name each payment once" }];
  }
  const sum = parts.reduce((total: number, part: EntryPart) => total + part.amountCents, 0);
  if (sum === amountCents) return [];
  const message = `must add up to the entry's ${amountCents} ${currency}; they add up to ${sum}`;
  return [{ path: "parts", rule: "sum", message }];
}

function actorViolations({ actor }: EntryDecision): RefusalDetail[] {
  if (typeof actor === "string" && actor.trim() !== "") return [];
  return [{ path: "actor", rule: "required", message: "is required: name who decides" }];
}
