// Records money from the receipts page: the payment is named by its order, reference or id. What a search finds instead, be it one payment, is
// offered as a choice: money recorded on the wrong payment settles it.
import { Refusal } from "../../../domain/refusal.js";
import { findNamedPayments } from "../../../flows/find-named-payments.js";
import { receiveMoney } from "../../../flows/receive-money.js";
import { UsedForm, useFormOnce } from "../../../flows/use-form-once.js";
import { seeOther } from "../../page-headers.js";
import { isConflict } from "../filled-from.js";
import { sentFill } from "../form-fill.js";
import type { PanelDependencies } from "../panel-dependencies.js";
import { moneyRecorded, receivedMoneyOf } from "../transactions/money-section.js";
import { receiveFields } from "../transactions/refused-decision.js";
import { requireShownMoney } from "../transactions/shown-money.js";
import type { StoreVisit } from "../visit.js";
import { showReceipts } from "./list-page.js";

export async function recordReceipt(dependencies: PanelDependencies, visit: StoreVisit): Promise<void> {
  const { form, store, mode } = visit;
  const words = form.payment ?? "";
  const named = { merchantId: store.merchantId, environment: mode, words };
  const { payments: found, isExact } = await findNamedPayments(dependencies, named);
  const isChosen = isExact && found.length === 1;
  try {
    const chosen = isChosen ? found[0] : found.find(({ paymentId }) => paymentId === form.paymentId);
    if (chosen === undefined) throw unclear(words, found.length);
    const { outcome } = await receiveMoney(dependencies, chosen.paymentId, receivedMoneyOf(visit), {
      isDayOnly: true,
      async alsoIn(records, payment) {
        await useFormOnce(dependencies, records, form.mark, moneyRecorded);
        // The form showed the sum of the payment that it was opened for, which the user may have replaced.
        if (form.named === payment.paymentId) await requireShownMoney(form.filledFrom, records, payment);
      },
    });
    seeOther(visit.call.ctx, visit.storePath(`/receipts?done=${outcome}&mode=${mode}`));
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== "VALIDATION_ERROR") throw error;
    // The message names the sum that the user has not seen: sent again, the money is recorded beside it.
    const untouched = new Set(isConflict(error) && !(error instanceof UsedForm) ? ["named"] : []);
    await showReceipts(dependencies, visit, {
      fill: sentFill(form, { problem: error, fields: receiveFields, untouched }),
      candidates: isChosen ? [] : found,
    });
  }
}

function unclear(words: string, count: number): Refusal {
  if (count > 0) {
    const message =
      count === 1
        ? "is ambiguous: confirm that this is the right one"
        : `is ambiguous: ${count} payments match, choose one`;
    return new Refusal("VALIDATION_ERROR", { details: [{ path: "paymentId", rule: "required", message }] });
  }
  const message =
    words.trim() === ""
      ? "is missing: enter its order, reference or id"
      : "is not known: no payment has this order, reference or id";
  return new Refusal("VALIDATION_ERROR", { details: [{ path: "payment", rule: "unknown", message }] });
}
