// All addresses of the service, in one list: the table of contents of http/.

import type { Environment } from "../domain/environment.js";
import type { InitializeDependencies } from "../flows/initialize-payment.js";
import type { SandboxDependencies } from "../flows/play-sandbox-event.js";
import { authenticate } from "./authenticate.js";
import { callerOf, type Endpoint, type Step } from "./call.js";
import { type OperationContract, type RateLimitContract, sharedRateLimits } from "./generated/contract.js";
import type { Links } from "./links.js";
import { bankDetailsEndpoint } from "./merchant-api/bank-details.js";
import { initializeEndpoint } from "./merchant-api/initialize.js";
import type { MerchantApiDependencies } from "./merchant-api/merchant-api.js";
import { statusEndpoint } from "./merchant-api/status.js";
import { createRateLimiter, type RateLimit, type RateLimiter } from "./rate-limits.js";
import { sandboxEventsEndpoint } from "./sandbox/sandbox-events.js";

export type EndpointDependencies = InitializeDependencies &
  SandboxDependencies & { links: Links; environments: readonly Environment[] };

export interface EndpointOptions {
  rateLimits?: false | Record<string, RateLimit | false> | undefined;
}

export function createEndpoints(dependencies: EndpointDependencies, options: EndpointOptions): Endpoint[] {
  const limiter = createRateLimiter(dependencies);
  const limitOf = (name: string, contracted: RateLimitContract | undefined): RateLimit | undefined => {
    if (options.rateLimits === false) return undefined;
    const chosen = options.rateLimits?.[name];
    return chosen === false ? undefined : (chosen ?? contracted);
  };
  const api: MerchantApiDependencies & SandboxDependencies = {
    ...dependencies,
    authenticate: authenticate({
      ...dependencies,
      limiter,
      failedKeysLimit: limitOf("failedApiKeys", sharedRateLimits.failedApiKeys),
    }),
    limit: (operation) => limitCalls(limiter, operation, limitOf(operation.operationId, operation.rateLimit)),
  };
  return [initializeEndpoint(api), statusEndpoint(api), bankDetailsEndpoint(api), sandboxEventsEndpoint(api)];
}

/** Counts by API key where there is one, else by address. */
function limitCalls(limiter: RateLimiter, operation: OperationContract, limit: RateLimit | undefined): Step {
  const isPerKey = operation.rateLimit?.per === "key";
  return async (call) => {
    if (limit === undefined) return;
    const who = isPerKey ? callerOf(call).key.id : call.address;
    await limiter.take(`${operation.operationId}:${who}`, limit);
  };
}
