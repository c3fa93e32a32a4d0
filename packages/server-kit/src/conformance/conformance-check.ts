// What a conformance suite is made of: named checks that any test runner can run, and the small tools that they share.

/** One claim about an adapter. `run` rejects when it does not hold. */
export interface ConformanceCheck {
  title: string;
  run(): Promise<void>;
}

/** `test` of node:test, Vitest, Jest or another runner. */
export type RegisterTest = (title: string, run: () => Promise<void>) => unknown;

/** Hands the checks to a runner, when there is one. They share the fake provider: run them one after the other. */
export function register(checks: ConformanceCheck[], test: RegisterTest | undefined): ConformanceCheck[] {
  for (const { title, run } of checks) test?.(title, run);
  return checks;
}

/** The value, unless it takes longer. The limit is generous: it tells "never" from "slow". */
export async function within<Value>(ms: number, what: string, work: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} took longer than ${ms} ms`)), ms);
  });
  return Promise.race([work, tooLate]).finally(() => clearTimeout(timer));
}

/** Whether the work rejects, within the time. */
export async function rejects(ms: number, what: string, work: Promise<unknown>): Promise<boolean> {
  return within(
    ms,
    what,
    work.then(
      () => false,
      () => true,
    ),
  );
}
