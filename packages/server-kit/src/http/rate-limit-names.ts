// What a host may set a limit for: every route of the contract that has one, and the limits that guard more than one route.
import { contract, sharedRateLimits } from "./generated/contract.js";
import type { RateLimit } from "./rate-limits.js";

/**
 * What a host chose, by operation id of the specification or shared name; false switches one limit, or all of them, off. Names are text
 * here and checked when the service is created: a union of them would carry the whole contract into the published types.
 */
export type RateLimitChoice = false | Readonly<Record<string, RateLimit | false>> | undefined;

/** Limits of pages and of the panel, which the contract does not name. `pages…` are counted by each instance for itself. */
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
