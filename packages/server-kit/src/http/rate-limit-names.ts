// What a host may set a limit for: every route of the contract that has one, and the limits that guard more than one route.
import { contract, type OperationId, sharedRateLimits } from "./generated/contract.js";
import type { RateLimit } from "./rate-limits.js";

type LimitedOperation = {
  [Id in OperationId]: (typeof contract)[Id] extends { rateLimit: unknown } ? Id : never;
}[OperationId];

/** An operation id of the specification, or the name of a shared limit. */
export type RateLimitName = LimitedOperation | keyof typeof sharedRateLimits;

/** What a host chose: false switches one limit, or all of them, off. */
export type RateLimitChoice = false | Partial<Record<RateLimitName, RateLimit | false>> | undefined;

export const rateLimitNames: readonly string[] = [
  ...Object.entries(contract)
    .filter(([, operation]) => "rateLimit" in operation)
    .map(([id]) => id),
  ...Object.keys(sharedRateLimits),
];
