// Did this form come from one of our own pages? Browsers say where a request started; scripts cannot change what they say.
import { Refusal } from "../../domain/refusal.js";
import type { Call } from "../call.js";

/**
 * Callers that send neither header are no browsers and carry no cookie that somebody else could use.
 * @throws Refusal CSRF_FAILED.
 */
export function requireSameOrigin({ ctx }: Call, baseUrl: string): void {
  const site = ctx.get("sec-fetch-site");
  // The browser has compared the two addresses itself; that also holds where ours is reached by another name, such as localhost.
  if (site === "same-origin") return;
  const origin = ctx.get("origin");
  const isForeign = (site !== "" && site !== "none") || (origin !== "" && origin !== new URL(baseUrl).origin);
  if (isForeign)
    throw new Refusal("CSRF_FAILED", { message: "This form was sent from another site: nothing was done." });
}
