// Compares the money that was sent in a simulated month with the money that the service has recorded.
import type { PaymentService } from "../../src/index.js";
import type { Purchase, SimulatedStore } from "./purchase.js";

export interface MonthReport {
  seed: string;
  payments: number;
  /** What buyers sent, by the payment that they meant; without a usable reference under "". */
  sentCents: Map<string, number>;
  recordedCents: Map<string, number>;
  unmatchedCents: number;
  /** One line for each rule that was broken; see `violationsOf`. */
  violations: string[];
  /** The next poll that is still scheduled after everything has ended; expected to be undefined. */
  nextPollAt: number | undefined;
}

export async function recordedMoney(
  service: PaymentService,
  purchases: readonly Purchase[],
  sentCents: ReadonlyMap<string, number>,
): Promise<Pick<MonthReport, "recordedCents" | "violations">> {
  const recordedCents = new Map<string, number>();
  const violations: string[] = [];
  for (const purchase of purchases) {
    const payment = await service.payments.get(purchase.paymentId);
    if (payment === undefined) throw new Error(`${purchase.paymentId} is gone`);
    if (payment.receivedCents > 0) recordedCents.set(purchase.paymentId, payment.receivedCents);
    const broken = violationsOf(purchase, payment, sentCents.get(purchase.paymentId) ?? 0);
    violations.push(...broken.map((rule) => `${purchase.scenario}: ${rule} (${purchase.paymentId})`));
  }
  return { recordedCents, violations };
}

type Payment = NonNullable<Awaited<ReturnType<PaymentService["payments"]["get"]>>>;

function violationsOf({ dueCents, extraPayments }: Purchase, payment: Payment, sent: number): string[] {
  const { alerts, receivedCents, state } = payment;
  const duplicates = alerts.filter(({ type }) => type === "duplicate_payment");
  const duplicateCount = duplicates.reduce((sum, { count }) => sum + count, 0);
  const isOver = sent > dueCents && extraPayments === 0;
  const rules: [isBroken: boolean, text: string][] = [
    [sent !== receivedCents, `${sent} sent, ${receivedCents} recorded`],
    [sent >= dueCents && state !== "settled", `paid, and ${state}`],
    [sent === 0 && state === "settled", "settled without money"],
    [duplicateCount !== extraPayments, `${extraPayments} duplicates, ${duplicateCount} alerted`],
    [isOver !== alerts.some(({ type }) => type === "over_paid"), `over-payment ${isOver}`],
  ];
  return rules.filter(([isBroken]) => isBroken).map(([, text]) => text);
}

export async function unmatchedMoney(service: PaymentService, stores: readonly SimulatedStore[]): Promise<number> {
  let unmatchedCents = 0;
  for (const { merchantId } of stores) {
    for (let after: string | undefined; ; ) {
      const page = await service.statements.unmatched(merchantId, { limit: 100, ...(after && { after }) });
      unmatchedCents += page.reduce((sum, { amountCents }) => sum + amountCents, 0);
      after = page.at(-1)?.entryId;
      if (page.length < 100) break;
    }
  }
  return unmatchedCents;
}
