// Deliveries in flight and waiting at one endpoint, and how many more it may have by its last response time.
import type { ClaimedDelivery } from "../flows/claim-deliveries.js";

export interface EndpointLoad {
  sending: Set<ClaimedDelivery>;
  ready: ClaimedDelivery[];
  /** Duration of the last send; undefined before the first one: one send at a time, because the endpoint may be unreachable. */
  lastMs: number | undefined;
}

/** Concurrent sends for an endpoint that has not responded yet, or only slowly: fifty unreachable ones leave slots for the others. */
export const unknownCap = 1;
/** Above this response time an endpoint is slow: one send at a time until it is fast again. */
const slowMs = 5000;
/** Claims made ahead of free slots, so that a fast endpoint never waits for a commit: less than 2 s of sends. */
const aheadOf = (lastMs: number) => (lastMs < 50 ? 60 : lastMs < 200 ? 28 : lastMs < 1000 ? 8 : 0);

export function newEndpoint(): EndpointLoad {
  return { sending: new Set(), ready: [], lastMs: undefined };
}

export function isIdle({ sending, ready }: EndpointLoad): boolean {
  return sending.size === 0 && ready.length === 0;
}

export function isSlow({ lastMs }: EndpointLoad): boolean {
  return lastMs !== undefined && lastMs >= slowMs;
}

/** Maximum number of concurrent sends; `perEndpoint` for an endpoint that responds fast. */
export function sendLimit(endpoint: EndpointLoad, perEndpoint: number): number {
  return endpoint.lastMs === undefined || isSlow(endpoint) ? unknownCap : perEndpoint;
}

/** How many more deliveries to claim for the endpoint; ahead of free slots no more than its share, so that others can be claimed for. */
export function claimRoom(
  endpoint: EndpointLoad,
  { perEndpoint, share }: { perEndpoint: number; share: number },
): number {
  const atOnce = sendLimit(endpoint, perEndpoint);
  const ahead = endpoint.lastMs === undefined ? 0 : aheadOf(endpoint.lastMs);
  const wanted = Math.max(atOnce, Math.min(atOnce + ahead, share));
  return Math.max(0, wanted - endpoint.sending.size - endpoint.ready.length);
}

/**
 * Removes and returns the waiting deliveries that were claimed at or before this time (epoch milliseconds). An endpoint with a send in flight
 * since then hangs: it counts as slow until it responds fast again. One without may have waited for the slots of other endpoints.
 */
export function takeStuck(endpoint: EndpointLoad, claimedUntil: number): ClaimedDelivery[] {
  const isOld = ({ attempt }: ClaimedDelivery) => attempt.startedAt <= claimedUntil;
  const old = endpoint.ready.filter(isOld);
  if ([...endpoint.sending].some(isOld)) endpoint.lastMs = Math.max(endpoint.lastMs ?? 0, slowMs);
  if (old.length > 0) endpoint.ready = endpoint.ready.filter((claimed) => !isOld(claimed));
  return old;
}
