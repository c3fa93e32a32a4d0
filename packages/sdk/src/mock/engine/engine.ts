// One call through the mock: a request in, the service's own response out, with the faults that were asked for and a line in the journal.
import type { Clock } from "../../../../server-kit/src/domain/clock.js";
import type { Refusal } from "../../../../server-kit/src/domain/refusal.js";
import type { Endpoint } from "../../../../server-kit/src/http/call.js";
import type { ComposedService } from "../compose-service.js";
import type { Sleepers } from "../sleepers.js";
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
  /** A call that is unknown to the service. */
  onStray(description: string): void;
  /** Ends stalled calls. */
  stopped(): AbortSignal;
  sleepers: Pick<Sleepers, "sleep" | "during" | "whileHeld">;
  /** The service's code failed although no fault asked for it. */
  onFailure(description: string): void;
}

export interface Engine {
  /** `baseUrl` is the address of this entry: links in responses begin with it. */
  answer(request: WireRequest, baseUrl: string): Promise<WireOutcome>;
}

export function createEngine(dependencies: EngineDependencies): Engine {
  const { clock, journal, faults, chaos, onStray, onFailure, sleepers } = dependencies;
  /** Refusals with which the service is to respond instead of working. */
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
    answer: (request, baseUrl) => sleepers.during(() => answerOne(request, baseUrl)),
  };

  async function answerOne(request: WireRequest, baseUrl: string): Promise<WireOutcome> {
    const operation = findOperation(request.method, pathBelow(request.target, baseUrl));
    const planned = faults.take(operation) ?? chaos()?.take(operation);
    const fault = planned?.fault;
    const { call, end } = journal.begin(request, { operation: operation?.operationId, fault, at: clock.now() });
    if (operation === undefined && request.method !== "OPTIONS") onStray(`${call.method} ${call.url}`);
    const outcome = await decide();
    end(outcome);
    return outcome;

    async function decide(): Promise<WireOutcome> {
      if (fault === "stall") {
        await sleepers.whileHeld(() => endOf(request.signal, dependencies.stopped()));
        return dropped;
      }
      const before = answerBefore(planned);
      if (before !== undefined) return before;
      const answer = await askService(request, baseUrl, refusalOf(planned));
      if (fault === undefined && isOwnFailure(answer)) onFailure(`${call.method} ${call.url}`);
      if (fault === "slow") {
        const over = new AbortController();
        void endOf(request.signal, dependencies.stopped()).then(() => over.abort());
        await sleepers.whileHeld(() => sleepers.sleep(planned?.delayMs ?? 0, over.signal, "slow"));
      }
      return spoil(answer, planned);
    }
  }
}

/** The service uses this code for bugs only. */
function isOwnFailure({ status, body }: WireAnswer): boolean {
  return status === 500 && body !== undefined && /"code":"INTERNAL_ERROR"/.test(body);
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
