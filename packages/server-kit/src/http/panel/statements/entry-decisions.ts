// The decisions about a statement's entry: assign it to a payment, split it over several, or put it aside. A refused decision shows the entry
// again, so that a typing error does not lose the reader's position.
import { parseTypedAmount } from "../../../domain/currency.js";
import { Refusal } from "../../../domain/refusal.js";
import { assignEntry, putEntryAside, splitEntry } from "../../../flows/statements/decide-entry.js";
import type { EntryState } from "../../../storage/port/statement-entry-records.js";
import { seeOther } from "../../page-headers.js";
import { sentFill } from "../form-fill.js";
import type { PanelDependencies } from "../panel-dependencies.js";
import type { StoreVisit } from "../visit.js";
import { type DecisionKind, type RefusedEntry, splitIds, splitRows } from "./entry-view.js";
import { showRefusedEntry } from "./unmatched-page.js";

export const decisionKinds = ["assign", "split", "aside"] as const satisfies readonly DecisionKind[];

export async function decideEntry(
  dependencies: PanelDependencies,
  visit: StoreVisit,
  kind: DecisionKind,
): Promise<void> {
  const { entryId = "" } = visit.call.params;
  try {
    await decide(dependencies, visit, { entryId, kind });
  } catch (error) {
    if (!(error instanceof Refusal) || !["VALIDATION_ERROR", "PAYMENT_NOT_FOUND"].includes(error.code)) throw error;
    const problem = error.code === "PAYMENT_NOT_FOUND" ? unknownPayment() : error;
    return showRefusedEntry(dependencies, visit, refuseEntry(visit, { entryId, kind, problem }));
  }
  const query = { ...(shownState(visit) === "put_aside" && { show: "aside" }), done: kind };
  seeOther(visit.call.ctx, visit.storePath(`${pageOfForm(visit)}?${new URLSearchParams(query)}`));
}

async function decide(
  dependencies: PanelDependencies,
  visit: StoreVisit,
  { entryId, kind }: { entryId: string; kind: DecisionKind },
): Promise<void> {
  const { form, actor, store } = visit;
  const by = { actor, merchantId: store.merchantId };
  const from = [shownState(visit)];
  if (kind === "assign") return assignEntry(dependencies, entryId, (form.paymentId ?? "").trim(), by, from);
  if (kind === "split") {
    return splitEntry(dependencies, entryId, await readParts(dependencies, visit, entryId), by, from);
  }
  return putEntryAside(dependencies, entryId, { ...by, reason: (form.reason ?? "").trim() });
}

/** A decision is made on the state that the page showed: another person may have put the entry aside since. */
function shownState({ form }: StoreVisit): EntryState {
  return form.shown === "put_aside" ? "put_aside" : "unmatched";
}

/** Anything other than a page with entries is replaced by the list of unmatched ones. */
function pageOfForm({ form }: StoreVisit): string {
  const { back = "" } = form;
  return /^\/statements\/sta_[A-Za-z0-9]{1,64}$/.test(back) ? back : "/statements/unmatched";
}

async function readParts({ storage }: PanelDependencies, { form, store }: StoreVisit, entryId: string) {
  const entry = await storage.read((records) => records.statements.findEntry(store.merchantId, entryId));
  const parts = [];
  for (const row of splitRows) {
    const paymentId = (form[`payment${row}`] ?? "").trim();
    const text = (form[`amount${row}`] ?? "").trim();
    if (paymentId === "" && text === "") continue;
    const amountCents = parseTypedAmount(text, entry?.currency ?? "EUR");
    if (amountCents === undefined) {
      const message = `"${text}" is not an amount: write it without a thousands separator, such as 1019.99. Nothing was changed`;
      throw new Refusal("VALIDATION_ERROR", { details: [{ path: `amount${row}`, rule: "amount", message }] });
    }
    parts.push({ paymentId, amountCents });
  }
  return parts;
}

function refuseEntry(
  { form }: StoreVisit,
  { entryId, kind, problem }: { entryId: string; kind: DecisionKind; problem: Refusal },
): RefusedEntry {
  const ids = kind === "split" ? splitIds(entryId) : { paymentId: `${entryId}-payment`, reason: `${entryId}-reason` };
  const fields: Record<string, string> = kind === "split" ? { parts: "amount1" } : {};
  return { entryId, kind, fill: sentFill(form, { problem, fields, ids }) };
}

function unknownPayment(): Refusal {
  return new Refusal("VALIDATION_ERROR", {
    details: [
      {
        path: "paymentId",
        rule: "unknown",
        message:
          "is not one of this store. Nothing was changed. The payment id, such as pay_…, is on the payment's page",
      },
    ],
  });
}
