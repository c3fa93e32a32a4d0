// Defaults of a store that a test creates: everything that it needs to take payments.
import { maxAccountHolderLength } from "../../../server-kit/src/domain/epc-qr.js";
import { everyMethod } from "../../../server-kit/src/domain/payment-method.js";
import type { NewStoreInput } from "../../../server-kit/src/flows/stores/create-store.js";
import { defaultWebhookUrl } from "./webhooks/mock-sender.js";

export function withStoreDefaults(input: NewStoreInput): NewStoreInput {
  return {
    ...input,
    kyc: input.kyc ?? "approved",
    verification: input.verification ?? "approved",
    paymentMethods: { ...everyMethod("live"), ...input.paymentMethods },
    webhookUrl: input.webhookUrl === undefined ? defaultWebhookUrl : input.webhookUrl,
    bankAccount:
      input.bankAccount === undefined
        ? {
            bankName: "Mock Bank",
            accountHolder: String(input.name ?? "").slice(0, maxAccountHolderLength),
            iban: "DE89370400440532013000",
            bic: "COBADEFFXXX",
          }
        : input.bankAccount,
  };
}
