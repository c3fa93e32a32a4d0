// GET /transactions/{id}/webhook/history: the webhooks sent to the merchant and the responses to them (spec/rules.md#webhook-history).
import type { Environment } from "../../domain/environment.js";
import { Refusal } from "../../domain/refusal.js";
import { readWebhookHistory } from "../../flows/read-webhook-history.js";
import { requireScope, requireServedEnvironment } from "../authenticate.js";
import { type Call, type Endpoint, endpoint, type Step, sendJson } from "../call.js";
import { checkParameters } from "../check-schema.js";
import { contract } from "../generated/contract.js";
import { getOwnPayment, type MerchantApiDependencies } from "./merchant-api.js";

const operation = contract.getWebhookHistory;

export interface WebhookHistoryDependencies extends MerchantApiDependencies {
  /** Like `authenticate`, but also accepts the token of a panel user's session. */
  authenticateKeyOrSession: Step;
}

export function webhookHistoryEndpoint(dependencies: WebhookHistoryDependencies): Endpoint {
  return endpoint(operation, [
    dependencies.authenticateKeyOrSession,
    dependencies.limit(operation),
    forKeysOnly(requireScope("webhooks:read")),
    forKeysOnly(requireServedEnvironment(dependencies.environments)),
    checkParameters(operation),
    readHistory(dependencies),
  ]);
}

/** A panel user has neither scopes nor an environment. */
function forKeysOnly(step: Step): Step {
  return (call) => (call.user === undefined ? step(call) : undefined);
}

function readHistory(dependencies: WebhookHistoryDependencies): Step {
  return async (call) => {
    const paymentId = call.params.transaction_id ?? "";
    if (call.user === undefined) await getOwnPayment(dependencies, call, paymentId);
    else await requireVisiblePayment(dependencies, call, paymentId);
    const history = await readWebhookHistory(dependencies, paymentId, {
      limit: call.query.limit === undefined ? undefined : Number(call.query.limit),
      cursor: call.query.cursor,
    });
    sendJson(call, 200, history);
  };
}

/** A user of one store may read that store's payments of both environments; an operator all that this deployment serves. */
async function requireVisiblePayment(
  { storage, environments }: { storage: MerchantApiDependencies["storage"]; environments: readonly Environment[] },
  { user }: Call,
  paymentId: string,
): Promise<void> {
  const payment = await storage.read((records) => records.payments.find(paymentId));
  const isVisible =
    payment !== undefined &&
    environments.includes(payment.environment) &&
    (user?.merchantId === undefined || user.merchantId === payment.merchantId);
  if (!isVisible) throw new Refusal("PAYMENT_NOT_FOUND");
}
