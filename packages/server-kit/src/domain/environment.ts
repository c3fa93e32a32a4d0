// The environment of a key, payment or provider (spec/rules.md#authentication, 3).
// Test and live never mix: every look-up of a flow includes the environment.

export type Environment = "test" | "live";

export const environments: readonly Environment[] = ["test", "live"];
