// The faults that a test can request: which fault applies to which call, and how each one changes the response.
import { Refusal } from "../../../../server-kit/src/domain/refusal.js";
import type { OperationContract } from "../../../../server-kit/src/http/generated/contract.js";
import { suggestName } from "../../nearest-name.js";
import { refuseUnknownNames } from "../unknown-names.js";
import { type Duration, readDuration } from "../virtual-clock.js";
import { getOperation, type OperationName } from "./find-operation.js";
import type { WireOutcome, WireResponse } from "./wire.js";

/**
 * - `lost-response`: the service processes the call, its response never arrives
 * - `connection-reset`: the connection ends before the service sees the call
 * - `rate-limited`: 429 with Retry-After
 * - `html-502`: a proxy's error page
 * - `empty-500`: no body
 * - `unavailable-503`: a proxy's 503 with Retry-After
 * - `shutting-down-503`: the service's own 503
 * - `in-progress-409`: the first call under this Idempotency-Key has not ended
 * - `internal-error`: the service's own 500
 * - `truncated-json`: the call is processed, half of the body arrives
 * - `unknown-status`: the call is processed, the response has a status that is unknown to this version
 * - `slow`: the call is processed, the response is delayed on the mock's clock
 * - `stall`: no response until the caller aborts or the mock stops
 */
export const faultNames = [
  "lost-response",
  "connection-reset",
  "rate-limited",
  "html-502",
  "empty-500",
  "unavailable-503",
  "shutting-down-503",
  "in-progress-409",
  "internal-error",
  "truncated-json",
  "unknown-status",
  "slow",
  "stall",
] as const;
export type Fault = (typeof faultNames)[number];

export interface FaultDetails {
  /** Number of calls that fail. Default 1. */
  times?: number | undefined;
  /**
   * The `Retry-After` of `rate-limited`, `unavailable-503`, `shutting-down-503` and `in-progress-409`: seconds, or the header as text.
   * Default 1.
   */
  retryAfter?: number | string | undefined;
  /** How long a `slow` response takes on the mock's clock: `"3s"` or milliseconds. Default 3 seconds. */
  delay?: Duration | undefined;
}

/** The fault of one call. */
export interface PlannedFault {
  fault: Fault;
  retryAfter?: number | string | undefined;
  delayMs?: number | undefined;
}

/** A status that no version of the contract has. */
export const unknownStatus = "under_manual_review";

export interface FaultPlan {
  /** @throws TypeError for an operation or fault that does not exist, or for an incompatible pair. */
  failNext(name: OperationName, fault: Fault, details: number | FaultDetails): void;
  /** The fault of this call, if any; faults apply in the order in which they were planned. */
  take(operation: OperationContract | undefined): PlannedFault | undefined;
  clear(): void;
}

/** Operations whose response contains a payment's status: where `withUnknownStatus` looks for it. */
const operationsWithStatus = new Set([
  "initializeCustomPaymentSession",
  "getPaymentStatus",
  "getPaymentBankDetails",
  "getOrder",
  "sendSandboxEvent",
]);

export function createFaultPlan(): FaultPlan {
  let planned: (PlannedFault & { operationId: string; left: number })[] = [];
  return {
    failNext(name, fault, details) {
      const operation = getOperation(name);
      const { operationId } = operation;
      if (!faultNames.includes(fault)) {
        throw new TypeError(
          `Unknown fault ${JSON.stringify(fault)}.${suggestName(String(fault), faultNames)} Valid faults: ${faultNames.join(", ")}.`,
        );
      }
      if (!mayMeet(operation, fault))
        throw new TypeError(`${operationId} cannot fail with ${fault}: the contract has no such response.`);
      const { times, ...rest } = readDetails(fault, details);
      planned.push({ operationId, fault, left: times, ...rest });
    },
    take(operation) {
      const next = planned.find(({ operationId }) => operationId === operation?.operationId);
      if (next === undefined) return undefined;
      next.left -= 1;
      if (next.left === 0) planned = planned.filter((candidate) => candidate !== next);
      return next;
    },
    clear() {
      planned = [];
    },
  };
}

/** @throws TypeError for unknown names and values, and for those that the fault does not use */
function readDetails(fault: Fault, given: number | FaultDetails) {
  const details = typeof given === "number" ? { times: given } : given;
  refuseUnknownNames("failNext", details, ["times", "retryAfter", "delay"]);
  const { times = 1, retryAfter, delay } = details;
  if (!Number.isInteger(times) || times < 1)
    throw new TypeError(`times must be a whole number from 1; got ${String(times)}.`);
  if (retryAfter !== undefined && !withRetryAfter.has(fault))
    throw new TypeError(`${fault} takes no retryAfter; these do: ${[...withRetryAfter].join(", ")}.`);
  if (typeof retryAfter === "number" && !(Number.isInteger(retryAfter) && retryAfter >= 0))
    throw new TypeError(`retryAfter takes whole seconds, or the header as text; got ${retryAfter}.`);
  if (delay !== undefined && fault !== "slow") throw new TypeError(`${fault} takes no delay; slow does.`);
  return { times, retryAfter, delayMs: fault === "slow" ? readDuration(delay ?? "3s") : undefined };
}

const withRetryAfter: ReadonlySet<Fault> = new Set([
  "rate-limited",
  "unavailable-503",
  "shutting-down-503",
  "in-progress-409",
]);

/** A response of the service itself must be in the contract; a network error may happen to any call. */
export function mayMeet(operation: OperationContract, fault: Fault): boolean {
  if (fault === "rate-limited") return operation.responses["429"] !== undefined;
  if (fault === "in-progress-409") return operation.responses["409"] !== undefined;
  if (fault === "shutting-down-503") return operation.responses["503"]?.codes?.includes("SHUTTING_DOWN") === true;
  if (fault === "internal-error") return operation.responses["500"] !== undefined;
  return fault !== "unknown-status" || operationsWithStatus.has(operation.operationId);
}

/** The refusal with which the service responds instead of processing the call. */
export function refusalOf({ fault, retryAfter }: Partial<PlannedFault> = {}): Refusal | undefined {
  const retryAfterSeconds = typeof retryAfter === "number" ? retryAfter : 1;
  switch (fault) {
    case "internal-error":
      return new Refusal("INTERNAL_ERROR", { cause: new Error("a fault of the mock") });
    case "shutting-down-503":
      return new Refusal("SHUTTING_DOWN", { retryAfterSeconds });
    case "in-progress-409":
      return new Refusal("IDEMPOTENCY_IN_PROGRESS", { retryAfterSeconds });
    case "rate-limited": {
      const details = { limit: 1, windowSeconds: Math.max(1, retryAfterSeconds), retryAfterSeconds };
      return new Refusal("RATE_LIMITED", { retryAfterSeconds, details });
    }
    default:
      return undefined;
  }
}

/** A response of a proxy or the network, when the call does not reach the service. */
export function faultBeforeService({ fault, retryAfter }: Partial<PlannedFault> = {}): WireOutcome | undefined {
  switch (fault) {
    case "connection-reset":
      return { kind: "dropped" };
    case "html-502":
      return bare(
        502,
        "text/html",
        "<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n<body><center><h1>502 Bad Gateway</h1></center></body>\r\n</html>\r\n",
      );
    case "empty-500":
      return bare(500, undefined, "");
    case "unavailable-503":
      return bare(503, "text/plain", "Service Unavailable", { "Retry-After": String(retryAfter ?? 1) });
    default:
      return undefined;
  }
}

/** What the caller receives of the service's response. */
export function corrupt(response: WireResponse, { fault, retryAfter }: Partial<PlannedFault> = {}): WireOutcome {
  if (fault === "lost-response") {
    response.stream?.destroy();
    return { kind: "dropped" };
  }
  // A header value that the service itself would not send, such as a date.
  if (typeof retryAfter === "string")
    return { ...response, headers: { ...response.headers, "Retry-After": retryAfter } };
  if (response.body === undefined || response.status >= 300) return response;
  if (fault === "truncated-json")
    return withBody(response, response.body.slice(0, Math.floor(response.body.length / 2)));
  if (fault === "unknown-status")
    return withBody(response, JSON.stringify(withUnknownStatus(JSON.parse(response.body))));
  return response;
}

function withBody(response: WireResponse, body: string): WireResponse {
  return {
    ...response,
    body,
    headers: { ...response.headers, "Content-Length": String(new TextEncoder().encode(body).length) },
  };
}

function withUnknownStatus(body: Record<string, unknown>): Record<string, unknown> {
  if (typeof body.status === "string") return { ...body, status: unknownStatus };
  const inner = Object.entries(body).map(([name, value]) => {
    const hasStatus = typeof value === "object" && value !== null && "status" in value;
    return [name, hasStatus ? { ...value, status: unknownStatus } : value];
  });
  return Object.fromEntries(inner);
}

function bare(status: number, type: string | undefined, body: string, more: Record<string, string> = {}): WireOutcome {
  const headers = {
    ...(type === undefined ? {} : { "Content-Type": type }),
    "Content-Length": String(body.length),
    ...more,
  };
  return { kind: "response", status, headers, body };
}
