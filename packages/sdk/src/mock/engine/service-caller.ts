// Calls the service's mount in memory. An injected refusal is thrown at the start of the endpoint, so that the service itself writes
// the response.
import type { Refusal } from "../../../../server-kit/src/domain/refusal.js";
import type { Endpoint } from "../../../../server-kit/src/http/call.js";
import type { ComposedService } from "../compose-service.js";
import { createCallContext, type KoaContext } from "./call-context.js";
import type { WireRequest, WireResponse } from "./wire.js";

export type ServiceCaller = (
  request: WireRequest,
  baseUrl: string,
  refusal: Refusal | undefined,
) => Promise<WireResponse>;

export function createServiceCaller(service: () => ComposedService): ServiceCaller {
  const refusals = new WeakMap<KoaContext, Refusal>();
  const findMount = cacheMounts((endpoints) => endpoints.map((endpoint) => withRefusal(endpoint, refusals)));
  return async (request, baseUrl, refusal) => {
    const context = createCallContext(request);
    if (refusal !== undefined) refusals.set(context.koa, refusal);
    await findMount(service(), baseUrl).standalone(context.koa, async () => undefined);
    return context.response();
  };
}

function withRefusal(endpoint: Endpoint, refusals: WeakMap<KoaContext, Refusal>): Endpoint {
  return {
    ...endpoint,
    steps: [
      ({ ctx }) => {
        const refusal = refusals.get(ctx);
        if (refusal !== undefined) throw refusal;
      },
      ...endpoint.steps,
    ],
  };
}

type Mount = ReturnType<ComposedService["mountAt"]>;

/** One mount for each base URL of a service. */
function cacheMounts(wrap: (endpoints: Endpoint[]) => Endpoint[]) {
  const mounts = new WeakMap<ComposedService, Map<string, Mount>>();
  return (service: ComposedService, baseUrl: string): Mount => {
    const byBaseUrl = mounts.get(service) ?? new Map<string, Mount>();
    const mount = byBaseUrl.get(baseUrl) ?? service.mountAt(baseUrl, wrap);
    mounts.set(service, byBaseUrl.set(baseUrl, mount));
    return mount;
  };
}
