// Handles one call of the mock: a request in, the service's own response out, with injected faults and an entry in the journal.
import type { Clock } from "../../../../server-kit/src/domain/clock.js";
import { listenForAbort } from "../../transport/abort-listening.js";
import type { ComposedService } from "../compose-service.js";
import type { PendingSleeps } from "../pending-sleeps.js";
import type { Chaos } from "./chaos.js";
import { corrupt, type FaultPlan, faultBeforeService, type PlannedFault, refusalOf } from "./faults.js";
import { findOperation } from "./find-operation.js";
import type { Journal } from "./journal.js";
import { createServiceCaller, type ServiceCaller } from "./service-caller.js";
import { dropped, type WireOutcome, type WireRequest, type WireResponse } from "./wire.js";

export interface EngineDependencies {
  clock: Clock;
  journal: Journal;
  faults: FaultPlan;
  chaos(): Chaos | undefined;
  service(): ComposedService;
  /** Called with each call that is unknown to the service. */
  onUnexpectedCall(description: string): void;
  /** Ends stalled calls. */
  stopped(): AbortSignal;
  sleeps: Pick<PendingSleeps, "sleep" | "during" | "whileHeld">;
  /** Called when the service's code threw without an injected fault. */
  onFailure(description: string): void;
}

export interface Engine {
  /** `baseUrl` of the transport: links in responses begin with it. */
  handle(request: WireRequest, baseUrl: string): Promise<WireOutcome>;
}

type CallDependencies = EngineDependencies & { callService: ServiceCaller };

export function createEngine(dependencies: EngineDependencies): Engine {
  const callService = createServiceCaller(dependencies.service);
  return {
    handle: (request, baseUrl) =>
      dependencies.sleeps.during(() => handleCall({ ...dependencies, callService }, request, baseUrl)),
  };
}

async function handleCall(dependencies: CallDependencies, request: WireRequest, baseUrl: string): Promise<WireOutcome> {
  const { clock, journal, faults, chaos, onUnexpectedCall, onFailure, callService } = dependencies;
  const operation = findOperation(request.method, pathBelow(request.target, baseUrl));
  const planned = faults.take(operation) ?? chaos()?.take(operation);
  const fault = planned?.fault;
  const { call, end } = journal.begin(request, { operation: operation?.operationId, fault, at: clock.now() });
  if (operation === undefined && request.method !== "OPTIONS") onUnexpectedCall(`${call.method} ${call.url}`);
  const outcome = await applyFault(dependencies, request, planned, async () => {
    const response = await callService(request, baseUrl, refusalOf(planned));
    if (fault === undefined && isServiceFailure(response)) onFailure(`${call.method} ${call.url}`);
    return response;
  });
  end(outcome);
  return outcome;
}

async function applyFault(
  { sleeps, stopped }: Pick<CallDependencies, "sleeps" | "stopped">,
  { signal }: WireRequest,
  planned: PlannedFault | undefined,
  callService: () => Promise<WireResponse>,
): Promise<WireOutcome> {
  if (planned?.fault === "stall") {
    await sleeps.whileHeld(() => untilAbort([signal, stopped()], aborted));
    return dropped;
  }
  const before = faultBeforeService(planned);
  if (before !== undefined) return before;
  const response = await callService();
  if (planned?.fault === "slow") {
    const delayMs = planned.delayMs ?? 0;
    await sleeps.whileHeld(() => untilAbort([signal, stopped()], (ended) => sleeps.sleep(delayMs, ended, "slow")));
  }
  return corrupt(response, planned);
}

/** The service sends INTERNAL_ERROR only for an unhandled exception. */
function isServiceFailure({ status, body }: WireResponse): boolean {
  return status === 500 && body !== undefined && /"code":"INTERNAL_ERROR"/.test(body);
}

/** The path without the prefix of the base URL, if it has it. */
function pathBelow(target: string, baseUrl: string): string {
  const path = target.replace(/[?#].*$/s, "");
  const prefix = new URL(baseUrl).pathname.replace(/\/+$/, "");
  return prefix !== "" && path.startsWith(`${prefix}/`) ? path.slice(prefix.length) : path;
}

/** The work's end, or the first abort. The signals live longer than a call: no listener stays behind. */
async function untilAbort(signals: readonly (AbortSignal | undefined)[], work: (ended: AbortSignal) => Promise<void>) {
  const ended = new AbortController();
  const stopListening = signals.map((signal) => listenForAbort(signal, () => ended.abort()));
  try {
    await work(ended.signal);
  } finally {
    for (const stop of stopListening) stop();
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    listenForAbort(signal, resolve);
  });
}
