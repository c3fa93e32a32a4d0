// A panel user who calls a route of the API with the token of the session (spec/rules.md#authentication, 8). The panel issues and knows
// the tokens; routes only ask who it is.
import { Refusal } from "../domain/refusal.js";
import { readBearer } from "./authenticate.js";
import type { Call, SessionUser, Step } from "./call.js";
import type { FailureLimit } from "./rate-limits.js";

/** Undefined when the token is forged, expired or of a user who may not read deliveries. */
export type FindSessionUser = (token: string, ctx: Call["ctx"]) => Promise<SessionUser | undefined>;

/** Three dotted parts are a session's token; anything else is for `authenticate`. @throws Refusal SESSION_REQUIRED. */
export function authenticateKeyOrSession(
  authenticate: Step,
  { findSessionUser, failures }: { findSessionUser: FindSessionUser | undefined; failures: FailureLimit },
): Step {
  return async (call) => {
    const token = readBearer(call.ctx.get("authorization"));
    if (token === undefined || !/^[\w-]+\.[\w-]+\.[\w-]+$/.test(token)) return authenticate(call);
    call.user = await findSessionUser?.(token, call.ctx);
    if (call.user !== undefined) return;
    await failures.require(call.address);
    await failures.count(call.address);
    throw new Refusal("SESSION_REQUIRED");
  };
}
