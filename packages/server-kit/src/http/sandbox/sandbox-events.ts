// POST /sandbox/payments/{paymentId}/events: a tester with a test key triggers an event (spec/rules.md#test-payments).
import { flowStatusOf, statusOf } from "../../domain/payment-state.js";
import { Refusal } from "../../domain/refusal.js";
import type { ApplyEventDependencies } from "../../flows/apply-event.js";
import { applySandboxEvent, type SandboxEvent } from "../../flows/apply-sandbox-event.js";
import { requireScope, requireServedEnvironment } from "../authenticate.js";
import { callerOf, type Endpoint, endpoint, type Step, sendJson } from "../call.js";
import { checkBody, checkParameters } from "../check-schema.js";
import { contract } from "../generated/contract.js";
import { getOwnPayment, type MerchantApiDependencies } from "../merchant-api/merchant-api.js";
import { parseJson, readBody, requireJsonType } from "../read-body.js";

const operation = contract.sendSandboxEvent;

export function sandboxEventsEndpoint(dependencies: MerchantApiDependencies & ApplyEventDependencies): Endpoint {
  return endpoint(operation, [
    requireJsonType,
    readBody,
    dependencies.authenticate,
    dependencies.limit(operation),
    requireScope("sandbox:write"),
    requireTestKey,
    requireServedEnvironment(dependencies.environments),
    parseJson,
    checkBody(operation),
    checkParameters(operation),
    sendEvent(dependencies),
  ]);
}

/** @throws Refusal LIVE_MODE_NOT_ALLOWED */
export const requireTestKey: Step = (call) => {
  if (callerOf(call).key.environment !== "test") throw new Refusal("LIVE_MODE_NOT_ALLOWED");
};

function sendEvent(dependencies: MerchantApiDependencies & ApplyEventDependencies): Step {
  return async (call) => {
    const payment = await getOwnPayment(dependencies, call, call.params.paymentId ?? "");
    const { store } = callerOf(call);
    // The schema has checked both fields.
    const { event, amountCents } = call.body as { event: SandboxEvent; amountCents?: number };
    const result = await applySandboxEvent(dependencies, payment.paymentId, { event, amountCents });
    if (result.kind === "not_found") throw new Refusal("PAYMENT_NOT_FOUND");
    sendJson(call, 200, {
      paymentId: payment.paymentId,
      status: statusOf(result.payment.state, store.successStatus),
      flowStatus: flowStatusOf(result.payment.state),
      accepted: result.kind !== "not_allowed",
    });
  };
}
