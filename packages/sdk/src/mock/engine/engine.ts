// One call through the mock: a request in, the service's own answer out, with the faults that were asked for and a line in the journal.
import type { Clock } from "../../../../server-kit/src/domain/clock.js";
import type { Refusal } from "../../../../server-kit/src/domain/refusal.js";
import type { Endpoint } from "../../../../server-kit/src/http/call.js";
import type { ComposedService } from "../compose-service.js";
import { createCallContext, type KoaContext } from "./call-context.js";
import type { Chaos } from "./chaos.js";
import { answerBefore, type FaultPlan, refusalOf, spoil } from "./faults.js";
import { findOperation } from "./find-operation.js";
import type { Journal } from "./journal.js";
import { dropped, type WireAnswer, type WireOutcome, type WireRequest } from "./wire.js";

export interface EngineDependencies {
  clock: Clock;
  journal: Journal;
  faults: FaultPlan;
  chaos(): Chaos | undefined;
  service(): ComposedService;
  /** A call that the service does not know. */
  onStray(description: string): void;
  /** Ends stalled calls. */
  stopped(): AbortSignal;
}

export interface Engine {
  /** `baseUrl` is where this face stands: links in answers begin with it. */
  answer(request: WireRequest, baseUrl: string): Promise<WireOutcome>;
}

export function createEngine(dependencies: EngineDependencies): Engine {
  const { clock, journal, faults, chaos, onStray } = dependencies;
  /** Refusals with which the service is to answer instead of working. */
  const refusals = new WeakMap<KoaContext, Refusal>();
  const mounts = new WeakMap<ComposedService, Map<string, ReturnType<ComposedService["mountAt"]>>>();

  function mountFor(baseUrl: string) {
    const service = dependencies.service();
    const ofService = mounts.get(service) ?? new Map<string, ReturnType<ComposedService["mountAt"]>>();
    mounts.set(service, ofService);
    const mount = ofService.get(baseUrl) ?? service.mountAt(baseUrl, withFaults);
    ofService.set(baseUrl, mount);
    return mount;
  }

  function withFaults(endpoints: Endpoint[]): Endpoint[] {
    return endpoints.map((endpoint) => ({
      ...endpoint,
      steps: [
        ({ ctx }) => {
          const refusal = refusals.get(ctx);
          if (refusal !== undefined) throw refusal;
        },
        ...endpoint.steps,
      ],
    }));
  }

  async function askService(request: WireRequest, baseUrl: string, refusal: Refusal | undefined): Promise<WireAnswer> {
    const context = createCallContext(request);
    if (refusal !== undefined) refusals.set(context.koa, refusal);
    await mountFor(baseUrl).standalone(context.koa, async () => undefined);
    return context.answer();
  }

  return {
    async answer(request, baseUrl) {
      const operation = findOperation(request.method, pathBelow(request.target, baseUrl));
      const fault = faults.take(operation) ?? chaos()?.take(operation);
      const { call, end } = journal.begin(request, { operation: operation?.operationId, fault, at: clock.now() });
      if (operation === undefined && request.method !== "OPTIONS") onStray(`${call.method} ${call.url}`);
      const outcome = await decide();
      end(outcome);
      return outcome;

      async function decide(): Promise<WireOutcome> {
        if (fault === "stall") {
          await endOf(request.signal, dependencies.stopped());
          return dropped;
        }
        return answerBefore(fault) ?? spoil(await askService(request, baseUrl, refusalOf(fault)), fault);
      }
    },
  };
}

/** As the service sees it: with or without the prefix of its base URL. */
function pathBelow(target: string, baseUrl: string): string {
  const path = target.replace(/[?#].*$/s, "");
  const prefix = new URL(baseUrl).pathname.replace(/\/+$/, "");
  return prefix !== "" && path.startsWith(`${prefix}/`) ? path.slice(prefix.length) : path;
}

function endOf(...signals: (AbortSignal | undefined)[]): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of signals) {
      if (signal?.aborted) resolve();
      signal?.addEventListener("abort", () => resolve(), { once: true });
    }
  });
}
