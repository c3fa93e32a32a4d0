// What the delivery engine commits: results of sends that have ended, and new claims, until the slots are full or all stores were searched.
import type { ClaimRequest, Claims } from "../flows/claim-deliveries.js";
import type { ClaimRequests } from "./claim-requests.js";
import type { DeliverySends } from "./delivery-sends.js";
import type { Quarantine } from "./quarantine.js";
import type { ResultRecorder } from "./result-recorder.js";
import type { ServedTurns } from "./served-turns.js";

/** Returns a function that commits what there is, and resolves with the number of claims. */
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
}): () => Promise<number> {
  function endIdleTurns(request: ClaimRequest, { claimed, quarantined }: Claims): void {
    if (endTurns === undefined) return;
    const dry = served.takeDry({ request, claimed, quarantined }, sends.isInFlight);
    if (dry.length > 0) track(endTurns(dry));
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

  return async () => {
    let count = 0;
    let mayStartOver = requests.isSearching();
    for (;;) {
      const ended = sends.takeEnded();
      const request = mayBegin() ? requests.next() : undefined;
      if (ended.length === 0 && request === undefined) return count;
      const claims = await results.commit(ended, request);
      take(request, claims);
      count += claims.claimed.length;
      if (request !== undefined) endIdleTurns(request, claims);
      const mayStartTurnsAnew = request !== undefined && requests.continueAfter(request, claims);
      if (mayStartTurnsAnew || mayFindMore(request, claims)) continue;
      if (!mayStartOver) return count;
      mayStartOver = false;
    }
  };
}
