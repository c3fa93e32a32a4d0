// Checks that a form was sent from one of the service's own pages, by headers that browsers set and scripts cannot change.
import { Refusal } from "../../domain/refusal.js";
import type { Call } from "../call.js";

/**
 * A client that sends neither header is not a browser, and has no cookies that another site could use.
 * @throws Refusal CSRF_FAILED.
 */
export function requireSameOrigin({ ctx }: Call, baseUrl: string): void {
  const site = ctx.get("sec-fetch-site");
  // The browser has compared the two origins itself; this also works when the service is reached by another name, such as localhost.
  if (site === "same-origin") return;
  const origin = ctx.get("origin");
  const isForeign = (site !== "" && site !== "none") || (origin !== "" && origin !== new URL(baseUrl).origin);
  if (isForeign)
    throw new Refusal("CSRF_FAILED", { message: "This form was sent from another site: nothing was done." });
}
