// Exports the filtered list of payments as CSV, streamed while it is read.
import { Readable } from "node:stream";
import { exportPayments } from "../../../flows/export-payments.js";
import { isoDay } from "../day.js";
import type { PanelDependencies } from "../panel-dependencies.js";
import type { StoreVisit } from "../visit.js";
import { readFilter, toPaymentFilter } from "./filter.js";

export async function sendPayments(dependencies: PanelDependencies, visit: StoreVisit): Promise<void> {
  const { call, store, mode, form, actor } = visit;
  const { ctx } = call;
  const filter = readFilter(form);
  const lines = await exportPayments(dependencies, toPaymentFilter(filter, { merchantId: store.merchantId, mode }), {
    actor,
  });
  const span = [filter.fields.from, filter.fields.to].filter((day) => /^\d{4}-\d\d-\d\d$/.test(day)).join("-to-");
  ctx.status = 200;
  ctx.set("Cache-Control", "no-store");
  ctx.set("X-Content-Type-Options", "nosniff");
  ctx.set("Content-Disposition", `attachment; filename="payments-${span || isoDay(dependencies.clock.now())}.csv"`);
  ctx.type = "text/csv; charset=utf-8";
  ctx.body = Readable.from(lines);
}
