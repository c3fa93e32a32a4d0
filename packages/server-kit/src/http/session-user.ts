// Authenticates a panel user who calls an API route with a session token (spec/rules.md#authentication, 8). The panel issues and verifies
// the tokens; routes only receive the user.
import { Refusal } from "../domain/refusal.js";
import { readBearer } from "./authenticate.js";
import type { Call, SessionUser, Step } from "./call.js";
import type { FailureLimit } from "./rate-limits.js";

/** Undefined when the token is forged, expired or belongs to a user who may not read deliveries. */
export type FindSessionUser = (token: string, ctx: Call["ctx"]) => Promise<SessionUser | undefined>;

/** Three dot-separated parts are a session token; anything else is passed to `authenticate`. @throws Refusal SESSION_REQUIRED. */
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
