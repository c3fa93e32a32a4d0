// Features that still work but have an end date (spec/rules.md#versioning, 4). Their use is announced in response headers and counted.
import type { Storage } from "../storage/port.js";
import { noteIfAvailable } from "../storage/unavailable.js";
import type { Call } from "./call.js";
import type { Links } from "./links.js";

export interface Deprecation {
  id: string;
  /** ISO date, as is `sunset`. */
  since: string;
  sunset: string;
  replacement: string;
}

export const deprecations = [
  { id: "request.shopId", since: "2026-05-01", sunset: "2027-11-01", replacement: "merchantId" },
  { id: "key.legacy", since: "2026-05-01", sunset: "2027-11-01", replacement: "an API key of the live_ or test_ kind" },
  { id: "response.sessionUrl", since: "2026-05-01", sunset: "2027-11-01", replacement: "redirectUrl" },
  {
    id: "response.paymentUrl (direct sessions)",
    since: "2026-05-01",
    sunset: "2027-11-01",
    replacement: "redirectUrl",
  },
] as const satisfies Deprecation[];
export type DeprecationId = (typeof deprecations)[number]["id"];

/** Sets Deprecation (RFC 9745), Sunset (RFC 8594) and Link, and counts the use for the caller's key. */
export async function useDeprecated(
  { storage, links }: { storage: Storage; links: Pick<Links, "deprecations"> },
  call: Call,
  id: DeprecationId,
): Promise<void> {
  const deprecation = deprecations.find((candidate) => candidate.id === id);
  if (deprecation === undefined) return;
  const { ctx, caller } = call;
  // One call may use several: the one with the earliest sunset is announced.
  const announced = ctx.response.get("Sunset");
  if (!announced || Date.parse(deprecation.sunset) < Date.parse(announced)) {
    ctx.set("Deprecation", `@${Date.parse(deprecation.since) / 1000}`);
    ctx.set("Sunset", new Date(deprecation.sunset).toUTCString());
    ctx.set("Link", `<${links.deprecations}>; rel="deprecation"`);
  }
  if (caller !== undefined) {
    await noteIfAvailable(storage, (records) => records.apiKeys.countDeprecation(caller.key.id, id));
  }
}
