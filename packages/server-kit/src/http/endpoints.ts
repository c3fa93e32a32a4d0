// All addresses of the service, in one list: the table of contents of http/.

import type { Environment } from "../domain/environment.js";
import type { InitializeDependencies } from "../flows/initialize-payment.js";
import type { SandboxDependencies } from "../flows/play-sandbox-event.js";
import type { OrderSource } from "../outbound/order-source.js";
import { authenticate } from "./authenticate.js";
import { callerOf, type Endpoint, type Step } from "./call.js";
import type { CheckoutPorts } from "./checkout/checkout-dependencies.js";
import { checkoutEndpoints } from "./checkout/checkout-endpoints.js";
import { type OperationContract, type RateLimitContract, sharedRateLimits } from "./generated/contract.js";
import type { Links } from "./links.js";
import { bankDetailsEndpoint } from "./merchant-api/bank-details.js";
import { initializeEndpoint } from "./merchant-api/initialize.js";
import type { MerchantApiDependencies } from "./merchant-api/merchant-api.js";
import { orderEndpoint } from "./merchant-api/order.js";
import { statusEndpoint } from "./merchant-api/status.js";
import { webhookHistoryEndpoint } from "./merchant-api/webhook-history.js";
import { panelEndpoints } from "./panel/panel.js";
import type { PanelDependencies, PanelOptions } from "./panel/panel-dependencies.js";
import { verifySessionJwt } from "./panel/session-jwt.js";
import { providerCallbackEndpoint } from "./providers/provider-callback.js";
import { createFailureLimit, createRateLimiter, type RateLimit, type RateLimiter } from "./rate-limits.js";
import { bankPageEndpoints } from "./sandbox/bank-page.js";
import { cardPageEndpoints } from "./sandbox/card-page.js";
import { sandboxEventsEndpoint } from "./sandbox/sandbox-events.js";
import { type HealthDependencies, healthEndpoints } from "./service-routes/health.js";
import { type VersionDependencies, versionEndpoints } from "./service-routes/version.js";
import { authenticateKeyOrSession } from "./session-user.js";

export type EndpointDependencies = InitializeDependencies &
  CheckoutPorts &
  SandboxDependencies &
  HealthDependencies &
  Omit<VersionDependencies, "limit"> &
  Omit<PanelDependencies, "limiter" | "loginPerAddress" | "loginPerAccount" | "panel"> & {
    links: Links;
    environments: readonly Environment[];
    orders: OrderSource;
  };

export interface EndpointOptions {
  rateLimits?: false | Record<string, RateLimit | false> | undefined;
  /** False: there is no merchant panel. */
  panel?: false | PanelOptions | undefined;
}

export function createEndpoints(dependencies: EndpointDependencies, options: EndpointOptions): Endpoint[] {
  const limiter = createRateLimiter(dependencies);
  const limitOf = (name: string, contracted: RateLimitContract | undefined): RateLimit | undefined => {
    if (options.rateLimits === false) return undefined;
    const chosen = options.rateLimits?.[name];
    return chosen === false ? undefined : (chosen ?? contracted);
  };
  const failuresOf = (name: keyof typeof sharedRateLimits) =>
    createFailureLimit(limiter, name, limitOf(name, sharedRateLimits[name]));
  const failedKeys = failuresOf("failedApiKeys");
  const api: MerchantApiDependencies & SandboxDependencies = {
    ...dependencies,
    authenticate: authenticate({ ...dependencies, failedKeys }),
    limit: (operation) => limitCalls(limiter, operation, limitOf(operation.operationId, operation.rateLimit)),
  };
  const panel = options.panel ?? {};
  const loginLimitOf = (name: "panelLoginPerAddress" | "panelLoginPerAccount") => limitOf(name, sharedRateLimits[name]);
  return [
    initializeEndpoint(api),
    statusEndpoint(api),
    bankDetailsEndpoint(api),
    webhookHistoryEndpoint({
      ...api,
      authenticateKeyOrSession: authenticateKeyOrSession(api.authenticate, {
        findSessionUser: panel === false ? undefined : (token) => verifySessionJwt(dependencies, token),
        failures: failedKeys,
      }),
    }),
    orderEndpoint({ ...api, orders: dependencies.orders, orderMisses: failuresOf("orderMisses") }),
    sandboxEventsEndpoint(api),
    ...healthEndpoints(dependencies),
    ...versionEndpoints({ ...dependencies, limit: api.limit }),
    ...checkoutEndpoints(dependencies),
    ...bankPageEndpoints(dependencies),
    ...cardPageEndpoints(dependencies),
    providerCallbackEndpoint(dependencies),
    ...(panel === false
      ? []
      : panelEndpoints({
          ...dependencies,
          panel,
          limiter,
          loginPerAddress: loginLimitOf("panelLoginPerAddress"),
          loginPerAccount: loginLimitOf("panelLoginPerAccount"),
        })),
  ];
}

/** Counts by API key, or by the panel user in its place; routes without either count by address. */
function limitCalls(limiter: RateLimiter, operation: OperationContract, limit: RateLimit | undefined): Step {
  const isPerKey = operation.rateLimit?.per === "key";
  return async (call) => {
    if (limit === undefined) return;
    const who = isPerKey ? (call.user?.userId ?? callerOf(call).key.id) : call.address;
    await limiter.take(`${operation.operationId}:${who}`, limit);
  };
}
