// GET /payments/{paymentId}/bank-details: the details for a manual transfer (spec/rules.md#bank-details).
import { canReceive } from "../../domain/account-currency.js";
import { statusOf } from "../../domain/payment-state.js";
import { Refusal } from "../../domain/refusal.js";
import { hasReceivedWhilePending } from "../../flows/is-payable.js";
import { requireScope, requireServedEnvironment } from "../authenticate.js";
import { callerOf, type Endpoint, endpoint, type Step, sendJson } from "../call.js";
import { checkParameters } from "../check-schema.js";
import { contract } from "../generated/contract.js";
import { getOwnPayment, type MerchantApiDependencies } from "./merchant-api.js";

const operation = contract.getPaymentBankDetails;

export function bankDetailsEndpoint(dependencies: MerchantApiDependencies): Endpoint {
  return endpoint(operation, [
    dependencies.authenticate,
    dependencies.limit(operation),
    requireScope("payments:read"),
    requireServedEnvironment(dependencies.environments),
    checkParameters(operation),
    readBankDetails(dependencies),
  ]);
}

/**
 * Payment id and order id must belong to the same payment, so that a mix-up never shows the account for another order. A pending payment that
 * has received money gets no details: nothing in the response would say that the amount is no longer due (docs/decisions/no-second-payment.md).
 */
function readBankDetails(dependencies: MerchantApiDependencies): Step {
  return async (call) => {
    const payment = await getOwnPayment(dependencies, call, call.params.paymentId ?? "");
    const { store } = callerOf(call);
    const account = store.bankAccount;
    if (payment.orderId !== call.query.orderId || account === undefined) throw new Refusal("PAYMENT_NOT_FOUND");
    if (!canReceive(account.iban, payment.currency)) throw new Refusal("PAYMENT_NOT_FOUND");
    const hasReceived = await dependencies.storage.read((records) => hasReceivedWhilePending(records, payment), {
      isShort: true,
    });
    if (hasReceived) throw new Refusal("PAYMENT_NOT_FOUND");
    sendJson(call, 200, {
      transaction: {
        id: payment.paymentId,
        order_id: payment.orderId,
        status: statusOf(payment.state, store.successStatus),
        currency: payment.currency,
        amount: payment.amountCents,
      },
      bankDetails: {
        bankName: account.bankName,
        accountHolder: account.accountHolder,
        iban: account.iban,
        bic: account.bic,
        reference: payment.remittanceInfo,
        currency: payment.currency,
        amount: payment.amountCents,
      },
    });
  };
}
