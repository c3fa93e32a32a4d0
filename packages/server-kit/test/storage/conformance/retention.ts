// Conformance tests of pruning: it deletes records past their retention time, oldest first and up to the
// limit; records that open work or money need are kept.
import { expect, test } from "vitest";
import { type RetentionKind, retentionKinds } from "../../../src/domain/retention.js";
import type { Records } from "../../../src/storage/port.js";
import type { Harness } from "./harness.js";
import {
  barePayment,
  noon,
  pendingDelivery,
  sampleAlert,
  sampleArrival,
  sampleDeliveryAttempt,
  sampleMail,
} from "./sample-records.js";
import { sampleEntry, sampleStatement } from "./statements.js";

const day = 86_400_000;
const byHost = { actorKind: "host", address: undefined } as const;
const before = noon + 10 * day;

/** Rows beyond the retention time that have ended, except those whose name states another condition. */
async function fill(records: Records): Promise<void> {
  const payment = (paymentId: string, changes: Parameters<typeof barePayment>[0]) =>
    records.payments.insert(
      barePayment({ paymentId, orderId: paymentId, state: "settled", updatedAt: noon, ...changes }),
    );
  await payment("pay_old", {});
  await payment("pay_open", { state: "unresolved" });
  await payment("pay_new", { updatedAt: before });
  await payment("pay_alert", {});
  for (const paymentId of ["pay_old", "pay_open", "pay_new", "pay_alert"]) {
    const at = noon;
    await records.payments.appendHistory({
      ...{ paymentId, from: undefined, to: "created", event: "initialize", actor: "merchant", reason: "r", at },
    });
    await records.evidence.record({
      ...{ paymentId, attemptId: undefined, statementEntryId: undefined, event: "provider.success", wasAllowed: true },
      ...{ providerTime: at, amountCents: 1, currency: "EUR", reference: undefined, detail: "d", at },
    });
    await records.arrivals.insert(
      sampleArrival({ arrivalId: `arr_${paymentId}`, paymentId, statementEntryId: undefined }),
    );
    await records.orders.put("shop_1", paymentId, { paymentId }, paymentId === "pay_new" ? before : noon);
  }
  const alert = { paymentId: "pay_alert", merchantId: "shop_1", environment: "live" as const };
  await records.alerts.insert(sampleAlert({ ...alert, alertId: "alr_open", subject: "a", resolvedAt: undefined }));
  await records.alerts.insert(sampleAlert({ ...alert, alertId: "alr_old", subject: "b", resolvedAt: noon }));
  await records.alerts.insert(sampleAlert({ ...alert, alertId: "alr_new", subject: "c", resolvedAt: before }));

  const ended = { state: "delivered", finishedAt: noon } as const;
  for (const [id, changes] of [
    ["old", ended],
    ["dead", { ...ended, state: "dead" }],
    ["new", { ...ended, finishedAt: before }],
    ["resend requested", { ...ended, manualSendAt: noon }],
    ["claimed", { ...ended, claim: { token: "t", owner: "o", leaseUntil: noon, isManual: true } }],
    ["pending", { state: "pending", nextAttemptAt: noon }],
    ["parked", { state: "parked" }],
  ] as const) {
    await records.deliveries.insert(pendingDelivery(id, undefined, { ...changes, paymentId: "pay_old" }));
    await records.deliveries.recordAttempt(
      sampleDeliveryAttempt({
        deliveryId: id,
        attempt: 1,
        startedAt: id === "new" ? before : noon,
        responseExcerpt: "x",
      }),
    );
  }
  for (const [id, changes] of [
    ["old", {}],
    ["new", { createdAt: before }],
    ["due", { nextAttemptAt: noon }],
  ] as const) {
    await records.mails.insert(
      sampleMail({
        mailId: id,
        uniqueKey: id,
        createdAt: noon,
        nextAttemptAt: undefined,
        claimedUntil: undefined,
        ...changes,
      }),
    );
  }
  for (const at of [noon, before]) {
    await records.audit.append({
      at,
      actor: "a",
      action: String(at),
      merchantId: "shop_1",
      subject: undefined,
      detail: {},
      ...byHost,
    });
  }
  const of = { statementId: "sta_1", createdAt: noon, finishedAt: noon };
  await records.statements.insert(sampleStatement(of));
  await records.statements.insert(sampleStatement({ ...of, statementId: "sta_2" }));
  await records.statements.insert(sampleStatement({ ...of, statementId: "sta_running", finishedAt: undefined }));
  const entry = { statementId: "sta_1", createdAt: noon };
  await records.statements.insertEntry(
    sampleEntry({ ...entry, entryId: "ent_open", fingerprint: "1", state: "unmatched" }),
  );
  await records.statements.insertEntry(
    sampleEntry({ ...entry, entryId: "ent_old", fingerprint: "2", state: "matched" }),
  );
  await records.statements.insertEntry(
    sampleEntry({ ...entry, entryId: "ent_return", fingerprint: "3", state: "matched", direction: "debit" }),
  );
  for (const entryId of ["ent_old", "ent_return"]) {
    const made = { paymentId: "pay_old", amountCents: 1, actor: "a", at: noon };
    await records.statements.insertAssignment({ entryId, ...made });
  }
}

/** The rows that `prune` should remove of each kind. */
const removed: Record<RetentionKind, number> = {
  deliveryExcerpts: 6,
  deliveries: 2,
  evidence: 1,
  history: 1,
  alerts: 1,
  audit: 1,
  mails: 1,
  orders: 2,
  statements: 2,
};

export function testRetention({ withStore }: Harness): void {
  test.each(retentionKinds)(
    "O10: %s that ended before their retention time are deleted, in slices, and nothing else is",
    async (kind) => {
      const { write, read } = await withStore();
      await write(fill);
      const others = retentionKinds.filter((other) => other !== kind && other !== "deliveryExcerpts");
      const count = (one: RetentionKind) => read((records) => records.retention.countPrunable(one, before));
      expect(await count(kind)).toBe(removed[kind]);
      const slices: number[] = [];
      while (slices.at(-1) !== 0) slices.push(await write((records) => records.retention.prune(kind, before, 1)));
      expect(slices.reduce((sum, slice) => sum + slice, 0)).toBe(removed[kind]);
      expect(await count(kind)).toBe(0);
      for (const other of others) expect([other, await count(other)]).toEqual([other, removed[other]]);
    },
  );

  test("O10: pruning keeps the records that open work and money need", async () => {
    const { write, read } = await withStore();
    await write(fill);
    for (const kind of retentionKinds) {
      while ((await write((records) => records.retention.prune(kind, before, 2))) > 0);
    }
    const left = await read(async (records) => ({
      payments: (await records.payments.list({ limit: 9 })).length,
      arrivals: (await records.arrivals.list("pay_old")).length,
      history: await Promise.all(
        ["pay_old", "pay_open", "pay_new", "pay_alert"].map((id) => records.payments.listHistory(id)),
      ),
      deliveries: (await records.deliveries.listOfPayment("pay_old", { limit: 9 }))
        .map(({ deliveryId }) => deliveryId)
        .sort(),
      attempts: await records.deliveries.listAttempts("old"),
      excerpts: (await records.deliveries.listAttempts("pending")).map(({ responseExcerpt }) => responseExcerpt),
      openAlerts: (await records.alerts.list({ isOpen: true, limit: 9 })).map(({ alertId }) => alertId),
      entries: (await records.statements.listEntries({ merchantId: "shop_1", limit: 9 })).map(({ entryId }) => entryId),
      statements: (await records.statements.list({ merchantId: "shop_1", limit: 9 })).map(
        ({ statementId }) => statementId,
      ),
      attention: await records.attention.countsOf(["pay_old", "pay_alert"]),
      orders: [await records.orders.find("shop_1", "pay_old"), await records.orders.find("shop_1", "pay_open")],
    }));
    expect({ ...left, history: left.history.map((entries) => entries.length) }).toEqual({
      payments: 4,
      arrivals: 1,
      history: [0, 1, 1, 1],
      deliveries: ["claimed", "new", "parked", "pending", "resend requested"],
      attempts: [],
      excerpts: [undefined],
      openAlerts: ["alr_open"],
      entries: ["ent_return", "ent_open"],
      statements: ["sta_running", "sta_1"],
      attention: expect.arrayContaining([
        { paymentId: "pay_old", alertCount: 0, failedWebhookCount: 1 },
        { paymentId: "pay_alert", alertCount: 1, failedWebhookCount: 0 },
      ]),
      orders: [undefined, { paymentId: "pay_open" }],
    });
    // Numbers of removed rows are not reused.
    await write((records) =>
      records.audit.append({
        at: before,
        actor: "a",
        action: "later",
        merchantId: "shop_1",
        subject: undefined,
        detail: {},
        ...byHost,
      }),
    );
    const audit = await read((records) => records.audit.list({ limit: 9 }));
    expect(audit.map(({ action }) => action)).toEqual(["later", String(before)]);
  });
}
