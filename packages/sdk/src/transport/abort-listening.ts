// How do many calls hear one signal? Through a single listener for each signal, which goes when the last call has ended.

const listeners = new WeakMap<AbortSignal, Set<() => void>>();

/** Calls back once when the signal aborts, at once if it has already; the returned function stops listening. */
export function listenForAbort(signal: AbortSignal | undefined, callback: () => void): () => void {
  if (signal === undefined) return () => undefined;
  if (signal.aborted) {
    callback();
    return () => undefined;
  }
  // Each call its own listener would make Node warn of a leak from the eleventh call at a time on.
  let callbacks = listeners.get(signal);
  if (callbacks === undefined) {
    const created = new Set<() => void>();
    callbacks = created;
    listeners.set(signal, created);
  }
  if (callbacks.size === 0) signal.addEventListener("abort", ring);
  callbacks.add(callback);
  const heard = callbacks;
  return () => {
    if (heard.delete(callback) && heard.size === 0) signal.removeEventListener("abort", ring);
  };
}

function ring(this: AbortSignal): void {
  const callbacks = listeners.get(this);
  listeners.delete(this);
  for (const callback of callbacks ?? []) callback();
}
