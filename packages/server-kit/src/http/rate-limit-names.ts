// The limits that a host may set: every route of the contract that has one, and the limits shared by several routes.
import { contract, sharedRateLimits } from "./generated/contract.js";
import type { RateLimit } from "./rate-limits.js";

/**
 * The host's limits, by operation id of the specification or shared name; false disables one limit, or all of them. Names are strings here
 * and checked when the service is created: a union of them would pull the whole contract into the published types.
 */
export type RateLimitChoice = false | Readonly<Record<string, RateLimit | false>> | undefined;

/** Limits of pages and of the panel, which the contract does not define. `pages…` are counted by each instance separately. */
export const pageRateLimits = {
  pagesPerAddress: { max: 6000, windowSeconds: 60 },
  pagesPerLink: { max: 300, windowSeconds: 60 },
  panelRedeliverPerStore: { max: 60, windowSeconds: 60 },
  panelVerifyPerStore: { max: 10, windowSeconds: 60 },
  panelLinksPerAddress: { max: 30, windowSeconds: 3600 },
  panelResetPerAccount: { max: 3, windowSeconds: 3600 },
} as const satisfies Record<string, RateLimit>;

export const rateLimitNames: readonly string[] = [
  ...Object.entries(contract)
    .filter(([, operation]) => "rateLimit" in operation)
    .map(([id]) => id),
  ...Object.keys(sharedRateLimits),
  ...Object.keys(pageRateLimits),
];
