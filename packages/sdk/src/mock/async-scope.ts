// Tells whether the caller runs inside a certain piece of work of a mock: its seed, or a webhook receiver.
import { AsyncLocalStorage } from "node:async_hooks";

/** One for all mocks: on Node 20 and 22, each AsyncLocalStorage that was ever used slows down every promise of the process. */
const scopes = new AsyncLocalStorage<ReadonlySet<AsyncScope>>();

export interface AsyncScope {
  run<Result>(work: () => Result): Result;
  /** Whether the caller was started, directly or through others, by `run` of this scope. */
  isInside(): boolean;
}

export function createAsyncScope(): AsyncScope {
  const scope: AsyncScope = {
    run: (work) => scopes.run(new Set(scopes.getStore()).add(scope), work),
    isInside: () => scopes.getStore()?.has(scope) === true,
  };
  return scope;
}
