// Shares one abort listener for each signal between calls. It is removed when the last call ends.

const listeners = new WeakMap<AbortSignal, Set<() => void>>();

/** Calls back once when the signal aborts, immediately if it already has. The returned function removes the callback. */
export function listenForAbort(signal: AbortSignal | undefined, callback: () => void): () => void {
  if (signal === undefined) return () => undefined;
  if (signal.aborted) {
    callback();
    return () => undefined;
  }
  // With one listener for each call, Node would warn of a leak from the eleventh concurrent call on.
  let callbacks = listeners.get(signal);
  if (callbacks === undefined) {
    const created = new Set<() => void>();
    callbacks = created;
    listeners.set(signal, created);
  }
  if (callbacks.size === 0) signal.addEventListener("abort", onAbort);
  callbacks.add(callback);
  const registered = callbacks;
  return () => {
    if (registered.delete(callback) && registered.size === 0) signal.removeEventListener("abort", onAbort);
  };
}

function onAbort(this: AbortSignal): void {
  const callbacks = listeners.get(this);
  listeners.delete(this);
  for (const callback of callbacks ?? []) callback();
}
