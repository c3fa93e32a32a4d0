// GET /payments/{paymentId}/status: the buyer's progress, for display only (spec/rules.md#status-route).
import { flowStatusOf } from "../../domain/payment-state.js";
import { requireScope, requireServedEnvironment } from "../authenticate.js";
import { type Endpoint, endpoint, type Step, sendJson } from "../call.js";
import { checkParameters } from "../check-schema.js";
import { contract } from "../generated/contract.js";
import { getOwnPayment, type MerchantApiDependencies } from "./merchant-api.js";

const operation = contract.getPaymentStatus;

export function statusEndpoint(dependencies: MerchantApiDependencies): Endpoint {
  return endpoint(operation, [
    dependencies.authenticate,
    dependencies.limit(operation),
    requireScope("payments:read"),
    requireServedEnvironment(dependencies.environments),
    checkParameters(operation),
    readStatus(dependencies),
  ]);
}

function readStatus(dependencies: MerchantApiDependencies): Step {
  return async (call) => {
    const payment = await getOwnPayment(dependencies, call, call.params.paymentId ?? "");
    sendJson(call, 200, {
      orderId: payment.orderId,
      status: flowStatusOf(payment.state),
      ...(payment.environment === "test" && { testMode: true }),
    });
  };
}
