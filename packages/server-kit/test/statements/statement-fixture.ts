// A service with one store that takes live bank transfers.
import { createPaymentService, type PaymentService, type PaymentServiceOptions } from "../../src/index.js";
import { memoryStorage } from "../../src/storage/memory/memory-storage.js";
import type { Storage } from "../../src/storage/port.js";
import { serveService } from "../serve.js";
import { silentLogger } from "../silent-logger.js";
import { freshStorage, storageName } from "../storages.js";
import { statementIban } from "./camt-file.js";

/** 2025-03-05 at noon. */
const noon = Date.UTC(2025, 2, 5, 12);

export interface StatementFixture {
  service: PaymentService;
  merchantId: string;
  clock: { at: number };
  /** Opens a payment and returns its id and reference. */
  pay(fields: {
    orderId: string;
    amountCents?: number;
    remittanceInfo?: string;
    environment?: "live" | "test";
    [field: string]: unknown;
  }): Promise<{
    paymentId: string;
    remittanceInfo: string;
  }>;
  stateOf(paymentId: string): Promise<string | undefined>;
  alertsOf(paymentId: string): Promise<string[]>;
}

export async function openStatementFixture(
  storage: Storage = freshStorage(),
  webhookUrl?: string,
  options: Partial<PaymentServiceOptions> = {},
): Promise<StatementFixture> {
  const clock = { at: noon };
  const service = createPaymentService({
    baseUrl: "http://127.0.0.1:1",
    storage,
    clock: { now: () => clock.at },
    webhooks: { allowHttp: true, allowPrivateNetwork: true },
    logger: silentLogger,
    ...options,
  });
  const { merchantId } = await service.stores.create({
    name: "Baumwolle & Leinen",
    kyc: "approved",
    verification: "approved",
    ...(webhookUrl === undefined ? {} : { webhookUrl }),
    paymentMethods: { qr_pay: "live", bank_transfer: "live", open_bank_transfer: "live" },
    bankAccount: {
      bankName: "Bank",
      accountHolder: "Baumwolle & Leinen GmbH",
      iban: statementIban,
      bic: "COBADEFFXXX",
    },
  });
  const keys = {
    live: (await service.apiKeys.issue({ merchantId, environment: "live" })).secret,
    test: (await service.apiKeys.issue({ merchantId, environment: "test" })).secret,
  };
  const base = await serveService(service);
  return {
    service,
    merchantId,
    clock,
    async pay({ environment = "live", amountCents = 1999, ...fields }) {
      const response = await fetch(`${base}/payments/initialize`, {
        method: "POST",
        headers: { authorization: `Bearer ${keys[environment]}`, "content-type": "application/json" },
        body: JSON.stringify({ merchantId, amountCents, currency: "EUR", paymentMethod: "bank_transfer", ...fields }),
      });
      // What initialize returns; a refusal has no id and fails below.
      const { paymentId } = (await response.json()) as { paymentId: string };
      const payment = await service.payments.get(paymentId);
      if (payment === undefined) throw new Error(`initialize responded with ${response.status}`);
      return { paymentId, remittanceInfo: payment.remittanceInfo };
    },
    stateOf: async (paymentId) => (await service.payments.get(paymentId))?.state,
    alertsOf: async (paymentId) => (await service.payments.get(paymentId))?.alerts.map(({ type }) => type) ?? [],
  };
}

/** The storage that the tests run on, and with SQLite the one in memory too. */
export const storages: Record<string, () => Storage> = {
  [storageName]: () => freshStorage(),
  ...(storageName === "SQLite" && { memory: () => memoryStorage() }),
};
