// The endpoints of the API contract, without the pages: what a merchant's backend may call. The service serves them beside its pages; the
// SDK's mock serves them alone.
import type { Environment } from "../domain/environment.js";
import type { ApplyEventDependencies } from "../flows/apply-event.js";
import type { InitializeDependencies } from "../flows/initialize-payment.js";
import type { OrderSource } from "../outbound/order-source.js";
import { authenticate } from "./authenticate.js";
import { callerOf, type Endpoint, type Step } from "./call.js";
import type { FindCaller } from "./find-caller.js";
import { type OperationContract, type RateLimitContract, sharedRateLimits } from "./generated/contract.js";
import type { Links } from "./links.js";
import { bankDetailsEndpoint } from "./merchant-api/bank-details.js";
import { initializeEndpoint } from "./merchant-api/initialize.js";
import type { MerchantApiDependencies } from "./merchant-api/merchant-api.js";
import { orderEndpoint } from "./merchant-api/order.js";
import { statusEndpoint } from "./merchant-api/status.js";
import { webhookHistoryEndpoint } from "./merchant-api/webhook-history.js";
import type { RateLimitChoice } from "./rate-limit-names.js";
import { createFailureLimit, type RateLimit, type RateLimiter } from "./rate-limits.js";
import { type Listening, listenEndpoint } from "./sandbox/listen.js";
import { sandboxEventsEndpoint } from "./sandbox/sandbox-events.js";
import { type HealthDependencies, healthEndpoints } from "./service-routes/health.js";
import { type VersionDependencies, versionEndpoints } from "./service-routes/version.js";
import { authenticateKeyOrSession, type FindSessionUser } from "./session-user.js";

export type ApiDependencies = InitializeDependencies &
  ApplyEventDependencies &
  HealthDependencies &
  Omit<VersionDependencies, "limit"> & {
    links: Links;
    environments: readonly Environment[];
    orders: OrderSource;
    limiter: RateLimiter;
    findCaller: FindCaller;
    listening: Listening;
    /** Undefined when there is no panel that issues session tokens. */
    findSessionUser: FindSessionUser | undefined;
  };

export function createApiEndpoints(dependencies: ApiDependencies, rateLimits: RateLimitChoice): Endpoint[] {
  const { limiter } = dependencies;
  const failuresOf = (name: keyof typeof sharedRateLimits) =>
    createFailureLimit(limiter, name, chooseLimit(rateLimits, name, sharedRateLimits[name]));
  const failedKeys = failuresOf("failedApiKeys");
  const api: MerchantApiDependencies & ApplyEventDependencies = {
    ...dependencies,
    authenticate: authenticate({ ...dependencies, failedKeys }),
    limit: (operation) =>
      limitCalls(limiter, operation, chooseLimit(rateLimits, operation.operationId, operation.rateLimit)),
  };
  return [
    initializeEndpoint(api),
    statusEndpoint(api),
    bankDetailsEndpoint(api),
    webhookHistoryEndpoint({
      ...api,
      authenticateKeyOrSession: authenticateKeyOrSession(api.authenticate, {
        findSessionUser: dependencies.findSessionUser,
        failures: failedKeys,
      }),
    }),
    orderEndpoint({ ...api, orders: dependencies.orders, orderMisses: failuresOf("orderMisses") }),
    sandboxEventsEndpoint(api),
    listenEndpoint({ ...api, ...dependencies }),
    ...healthEndpoints(dependencies),
    ...versionEndpoints({ ...dependencies, limit: api.limit }),
  ];
}

/** The host's limit, else the contract's; undefined: calls are not counted. */
export function chooseLimit(
  rateLimits: RateLimitChoice,
  name: string,
  contracted: RateLimitContract | undefined,
): RateLimit | undefined {
  if (rateLimits === false) return undefined;
  const chosen = rateLimits?.[name];
  return chosen === false ? undefined : (chosen ?? contracted);
}

/** Counts by API key, or by the panel user when a session is used instead; routes without either count by address. */
function limitCalls(limiter: RateLimiter, operation: OperationContract, limit: RateLimit | undefined): Step {
  const isPerKey = operation.rateLimit?.per === "key";
  return async (call) => {
    if (limit === undefined) return;
    const who = isPerKey ? (call.user?.userId ?? callerOf(call).key.id) : call.address;
    await limiter.take(`${operation.operationId}:${who}`, limit);
  };
}
