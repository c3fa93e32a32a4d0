// Which world a key, a payment or a provider belongs to (spec/rules.md#authentication, 3).
// Test and live never mix: every look-up that flows make carries one of these two words.

export type Environment = "test" | "live";

export const environments: readonly Environment[] = ["test", "live"];
