// Runs a handler once for each delivery: claim, handle, done. Used by all adapters, and public for code without one.
import { refuse } from "../verification-error.js";
import type { DedupeClaim, DedupeStore } from "./dedupe-store.js";

/** Handled now, handled before, or being handled by another caller now. */
export type OnceOutcome = "handled" | "duplicate" | "in_flight";

/** The store failed, not the handler. `cause` is its error. */
export class DedupeStoreError extends Error {
  override readonly name = "DedupeStoreError";
}

/**
 * Runs `handle` unless one of the keys is done or claimed. When `handle` throws, the claims are released and its error is rethrown.
 *
 * @example
 * if (event.deliveryId === undefined) return new Response(null, { status: 400 });
 * const outcome = await handleOnce(store, [event.deliveryId], () => orders.update(event));
 * return new Response(null, { status: outcome === "in_flight" ? 503 : 200 });
 * @throws DedupeStoreError
 * @throws WebhookVerificationError `delivery_id_missing` for a key that is empty or no text: all deliveries without an id would share it
 */
export async function handleOnce(
  store: DedupeStore,
  keys: readonly string[],
  handle: () => unknown,
): Promise<OnceOutcome> {
  for (const key of keys) if (typeof key !== "string" || key === "") refuse("delivery_id_missing");
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
  for (const { key } of claimed) await callStore(() => store.done(key));
  return "handled";
}

async function claimKey(
  store: DedupeStore,
  key: string,
  claimed: readonly { key: string; token: string }[],
): Promise<DedupeClaim> {
  try {
    return await callStore(() => store.claim(key));
  } catch (error) {
    await releaseAll(store, claimed);
    throw error;
  }
}

// An error of the release must not replace the first error; the lease expires anyway.
async function releaseAll(store: DedupeStore, claimed: readonly { key: string; token: string }[]): Promise<void> {
  for (const { key, token } of claimed) await callStore(() => store.release(key, token)).catch(() => undefined);
}

async function callStore<Value>(call: () => Value | Promise<Value>): Promise<Value> {
  try {
    return await call();
  } catch (cause) {
    throw new DedupeStoreError("The deduplication store failed", { cause });
  }
}
