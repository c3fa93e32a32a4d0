// One opened target with its client and an approved store, shared by the claims about it. Filled before the first test runs.
import type { ContractClient } from "./contract-client.js";
import type { OpenTarget, Target, TargetOptions } from "./target.js";
import type { TestStore } from "./test-store.js";

export interface Suite {
  readonly definition: Target;
  /** Rate limits are off here, and the provider has 300 ms. */
  readonly target: OpenTarget;
  readonly client: ContractClient;
  readonly store: TestStore;
  /** Another opening of the same target with other options; closed after the test file. */
  reopen(options: TargetOptions): Promise<{ target: OpenTarget; client: ContractClient }>;
}
