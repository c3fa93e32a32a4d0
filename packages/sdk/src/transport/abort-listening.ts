// Shares one abort listener for each signal between calls. It is removed when the last call ends.

interface Shared {
  readonly callbacks: Set<() => void>;
  readonly onAbort: () => void;
}

const listeners = new WeakMap<AbortSignal, Shared>();

/** Calls back once when the signal aborts, immediately if it already has. The returned function removes the callback. */
export function listenForAbort(signal: AbortSignal | undefined, callback: () => void): () => void {
  if (signal === undefined) return () => undefined;
  if (signal.aborted) {
    callback();
    return () => undefined;
  }
  // With one listener for each call, Node would warn of a leak from the eleventh concurrent call on.
  let shared = listeners.get(signal);
  if (shared === undefined) {
    const callbacks = new Set<() => void>();
    // A closure, because signals of other libraries call their listeners without `this`.
    const onAbort = () => {
      listeners.delete(signal);
      for (const each of callbacks) each();
    };
    shared = { callbacks, onAbort };
    listeners.set(signal, shared);
  }
  const { callbacks, onAbort } = shared;
  if (callbacks.size === 0) signal.addEventListener("abort", onAbort);
  callbacks.add(callback);
  return () => {
    if (callbacks.delete(callback) && callbacks.size === 0) signal.removeEventListener("abort", onAbort);
  };
}
