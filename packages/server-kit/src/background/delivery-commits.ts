// What the delivery engine commits at one time: results of sends that have ended, and new claims. Until the slots are full or all stores
// were searched, the next commit may find more.
import type { ClaimRequest, Claims } from "../flows/claim-deliveries.js";
import type { ClaimRequests } from "./claim-requests.js";
import type { Commit } from "./commit-queue.js";
import type { DeliverySends } from "./delivery-sends.js";
import type { Quarantine } from "./quarantine.js";
import type { ResultRecorder } from "./result-recorder.js";
import type { ServedTurns } from "./served-turns.js";

/** Returns a function that makes one commit. */
export function createDeliveryCommits({
  results,
  requests,
  sends,
  quarantine,
  served,
  endTurns,
  mayBegin,
  track,
}: {
  results: ResultRecorder;
  requests: ClaimRequests;
  sends: DeliverySends;
  quarantine: Quarantine;
  served: ServedTurns;
  /** Undefined: the instance claims for all stores, without turns. */
  endTurns: ((merchantIds: readonly string[]) => Promise<void>) | undefined;
  /** While false, nothing is claimed. */
  mayBegin(): boolean;
  track(job: Promise<void>): void;
}): (options: { isRequested: boolean }) => Promise<Commit> {
  function endIdleTurns(request: ClaimRequest, { claimed, quarantined }: Claims): void {
    if (endTurns === undefined) return;
    const idle = served.takeIdle({ request, claimed, quarantined }, sends.isInFlight);
    if (idle.length > 0) track(endTurns(idle));
  }

  function take(request: ClaimRequest | undefined, { claimed, quarantined }: Claims): void {
    if (request?.alone !== undefined) quarantine.remove(request.alone);
    quarantine.add(quarantined);
    for (const claim of claimed) {
      results.hold(claim);
      if (request?.alone !== undefined) quarantine.started(claim.delivery.claim.token);
      sends.admit(claim);
    }
  }

  /** Whether the next commit may find more, apart from results of sends that end meanwhile. */
  function mayFindMore(request: ClaimRequest | undefined, { claimed, quarantined, next }: Claims): boolean {
    if (request?.alone !== undefined || quarantined.length > 0) return true;
    if ([...next.values()].some((cursor) => cursor !== undefined)) return true;
    // Turns end when a claim finds nothing.
    return endTurns !== undefined && claimed.length > 0;
  }

  /** Whether the search over stores begins again at its end: a commit was requested when it had passed some of them. */
  let mayStartOver = false;

  return async ({ isRequested }) => {
    if (isRequested && requests.isSearching()) mayStartOver = true;
    const ended = sends.takeEnded();
    const request = mayBegin() ? requests.next() : undefined;
    if (ended.length === 0 && request === undefined) return { claimCount: 0, mayFindMore: false };
    const claims = await results.commit(ended, request);
    take(request, claims);
    if (request !== undefined) endIdleTurns(request, claims);
    const mayStartTurnsAnew = request !== undefined && requests.continueAfter(request, claims);
    const isContinued = mayStartTurnsAnew || mayFindMore(request, claims);
    const startsOver = !isContinued && mayStartOver;
    if (startsOver) mayStartOver = false;
    return { claimCount: claims.claimed.length, mayFindMore: isContinued || startsOver };
  };
}
