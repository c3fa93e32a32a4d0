// A conformance suite is a list of named checks that any test runner can run. Deadlines for the calls of an adapter.

/** One requirement. `run` rejects with an AssertionError when the adapter does not meet it. */
export interface ConformanceCheck {
  title: string;
  run(): Promise<void>;
}

/** `test` of node:test, Vitest, Jest or another runner. */
export type RegisterTest = (title: string, run: () => Promise<void>) => unknown;

/** Registers the checks with a runner, if there is one. They share the fake provider, so they run one after the other. */
export function register(checks: ConformanceCheck[], test: RegisterTest | undefined): ConformanceCheck[] {
  for (const { title, run } of checks) test?.(title, run);
  return checks;
}

/** The value of `work`. @throws Error when it takes longer than `ms`, which is generous: slow is not a failure. */
export async function within<Value>(ms: number, what: string, work: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} took longer than ${ms} ms`)), ms);
  });
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer));
}

/** Whether `work` rejects. @throws Error when it has not settled after `ms`. */
export async function hasRejected(ms: number, what: string, work: Promise<unknown>): Promise<boolean> {
  return within(
    ms,
    what,
    work.then(
      () => false,
      () => true,
    ),
  );
}
