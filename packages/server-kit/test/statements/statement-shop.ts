// A service with one store that takes live bank transfers, and the statements of its account.
import { toDecimalText } from "../../src/domain/currency-exponent.js";
import { createPaymentService, type PaymentService } from "../../src/index.js";
import { memoryStorage } from "../../src/storage/memory/memory-storage.js";
import type { Storage } from "../../src/storage/port.js";
import { freshStorage, storageName } from "../storages.js";

export const shopIban = "DE89370400440532013000";
/** 2025-03-05 at noon. */
const shopNoon = Date.UTC(2025, 2, 5, 12);

export interface StatementShop {
  service: PaymentService;
  merchantId: string;
  clock: { at: number };
  /** Opens a payment and returns its id and reference. */
  pay(wish: {
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

export async function createStatementShop(
  storage: Storage = freshStorage(),
  webhookUrl?: string,
): Promise<StatementShop> {
  const clock = { at: shopNoon };
  const service = createPaymentService({
    baseUrl: "http://127.0.0.1:1",
    storage,
    clock: { now: () => clock.at },
    webhooks: { allowHttp: true, allowPrivateNetwork: true },
    logger: { debug() {}, info() {}, warn() {}, error() {} },
  });
  const { merchantId } = await service.stores.create({
    name: "Baumwolle & Leinen",
    kyc: "approved",
    verification: "approved",
    ...(webhookUrl === undefined ? {} : { webhookUrl }),
    paymentMethods: { qr_pay: "live", bank_transfer: "live" },
    bankAccount: { bankName: "Bank", accountHolder: "Baumwolle & Leinen GmbH", iban: shopIban, bic: "COBADEFFXXX" },
  });
  const keys = {
    live: (await service.apiKeys.issue({ merchantId, environment: "live" })).secret,
    test: (await service.apiKeys.issue({ merchantId, environment: "test" })).secret,
  };
  const server = await service.listen(0);
  // Sound: a TCP server's address is an object.
  const base = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
  return {
    service,
    merchantId,
    clock,
    async pay({ environment = "live", amountCents = 1999, ...wish }) {
      const response = await fetch(`${base}/payments/initialize`, {
        method: "POST",
        headers: { authorization: `Bearer ${keys[environment]}`, "content-type": "application/json" },
        body: JSON.stringify({ merchantId, amountCents, currency: "EUR", paymentMethod: "bank_transfer", ...wish }),
      });
      // Sound: what initialize returns; a refusal has no id and fails below.
      const { paymentId } = (await response.json()) as { paymentId: string };
      const payment = await service.payments.get(paymentId);
      if (payment === undefined) throw new Error(`initialize answered ${response.status}`);
      return { paymentId, remittanceInfo: payment.remittanceInfo };
    },
    stateOf: async (paymentId) => (await service.payments.get(paymentId))?.state,
    alertsOf: async (paymentId) => (await service.payments.get(paymentId))?.alerts.map(({ type }) => type) ?? [],
  };
}

export interface SketchedEntry {
  cents?: number;
  currency?: string;
  text?: string | string[];
  debit?: boolean;
  reversal?: boolean;
  returned?: string;
  status?: string;
  day?: string;
  reference?: string;
  endToEndId?: string;
  name?: string;
  iban?: string;
}

/** A CAMT.053 of these entries. */
export function camt(...entries: SketchedEntry[]): string {
  const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  const body = entries.map((entry) => {
    const amount = toDecimalText(entry.cents ?? 1999, entry.currency ?? "EUR");
    const side = entry.debit === true ? "Cdtr" : "Dbtr";
    return `<Ntry><Amt Ccy="${entry.currency ?? "EUR"}">${amount}</Amt><CdtDbtInd>${entry.debit === true ? "DBIT" : "CRDT"}</CdtDbtInd>${entry.reversal === true ? "<RvslInd>true</RvslInd>" : ""}<Sts><Cd>${entry.status ?? "BOOK"}</Cd></Sts><BookgDt><Dt>${entry.day ?? "2025-03-05"}</Dt></BookgDt>${entry.reference === undefined ? "" : `<AcctSvcrRef>${entry.reference}</AcctSvcrRef>`}<NtryDtls><TxDtls>${entry.endToEndId === undefined ? "" : `<Refs><EndToEndId>${entry.endToEndId}</EndToEndId></Refs>`}<RltdPties><${side}><Pty><Nm>${escaped(entry.name ?? "Erika Mustermann")}</Nm></Pty></${side}><${side}Acct><Id><IBAN>${entry.iban ?? "DE02120300000000202051"}</IBAN></Id></${side}Acct></RltdPties><RmtInf>${[
      entry.text ?? [],
    ]
      .flat()
      .map((line) => `<Ustrd>${escaped(line)}</Ustrd>`)
      .join(
        "",
      )}</RmtInf>${entry.returned === undefined ? "" : `<RtrInf><Rsn><Cd>${entry.returned}</Cd></Rsn></RtrInf>`}</TxDtls></NtryDtls></Ntry>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt><Acct><Id><IBAN>${shopIban}</IBAN></Id><Ccy>EUR</Ccy></Acct>${body.join("\n")}</Stmt></BkToCstmrStmt></Document>`;
}

export const storages: Record<string, () => Storage> = {
  [storageName]: () => freshStorage(),
  memory: () => memoryStorage(),
};
