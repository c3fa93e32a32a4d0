// Runs a handler once for each delivery: claim, handle, done. Used by all adapters, and open to code without one.
import type { DedupeClaim, DedupeStore } from "./dedupe-store.js";

/** How a delivery ended: handled now, handled before, or being handled elsewhere right now. */
export type OnceOutcome = "handled" | "duplicate" | "in_flight";

/** The store failed, not the handler. `cause` is what it threw. */
export class DedupeStoreError extends Error {
  override readonly name = "DedupeStoreError";
}

/**
 * Runs `handle` unless one of the keys is done or claimed. What `handle` throws frees the keys and is thrown on.
 *
 * @example
 * const outcome = await handleOnce(store, [event.deliveryId], () => orders.update(event));
 * return new Response(null, { status: outcome === "in_flight" ? 503 : 200 });
 * @throws DedupeStoreError
 */
export async function handleOnce(
  store: DedupeStore,
  keys: readonly string[],
  handle: () => unknown,
): Promise<OnceOutcome> {
  const claimed: { key: string; token: string }[] = [];
  for (const key of keys) {
    const claim = await claimKey(store, key, claimed);
    if (claim.outcome === "claimed") {
      claimed.push({ key, token: claim.token });
      continue;
    }
    await releaseAll(store, claimed);
    return claim.outcome === "done" ? "duplicate" : "in_flight";
  }
  try {
    await handle();
  } catch (error) {
    await releaseAll(store, claimed);
    throw error;
  }
  for (const { key } of claimed) await attempt(() => store.done(key));
  return "handled";
}

async function claimKey(
  store: DedupeStore,
  key: string,
  claimed: readonly { key: string; token: string }[],
): Promise<DedupeClaim> {
  try {
    return await attempt(() => store.claim(key));
  } catch (error) {
    await releaseAll(store, claimed);
    throw error;
  }
}

// A store that cannot release does not hide the first failure: the lease ends by itself.
async function releaseAll(store: DedupeStore, claimed: readonly { key: string; token: string }[]): Promise<void> {
  for (const { key, token } of claimed) await attempt(() => store.release(key, token)).catch(() => undefined);
}

async function attempt<Value>(act: () => Value | Promise<Value>): Promise<Value> {
  try {
    return await act();
  } catch (cause) {
    throw new DedupeStoreError("The deduplication store failed", { cause });
  }
}
