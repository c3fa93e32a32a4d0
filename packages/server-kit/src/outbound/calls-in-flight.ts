// The calls of adapters in flight, by their abort controllers: a stop aborts all of them.

export interface CallsInFlight {
  /** Aborting a controller ends its call. */
  controllers: Set<AbortController>;
  isStopped: boolean;
}

/** Aborts the calls after `graceMs`; the returned function aborts them at once. */
export function abortCallsAfter(inFlight: CallsInFlight, graceMs: number): () => void {
  const timer = setTimeout(() => abortCalls(inFlight), graceMs);
  return () => {
    clearTimeout(timer);
    abortCalls(inFlight);
  };
}

function abortCalls(inFlight: CallsInFlight): void {
  inFlight.isStopped = true;
  for (const controller of [...inFlight.controllers]) controller.abort(new Error("The service is stopping."));
}
