// Authenticates a call by its Bearer API key, which is found by its hash (spec/rules.md#authentication).
import { type ApiKey, type ApiKeyScope, hashApiKey, isApiKeyForm } from "../domain/api-key.js";
import type { Clock } from "../domain/clock.js";
import type { Environment } from "../domain/environment.js";
import { Refusal } from "../domain/refusal.js";
import type { Storage } from "../storage/port.js";
import { noteIfAvailable } from "../storage/unavailable.js";
import { type Call, callerOf, type Step } from "./call.js";
import { useDeprecated } from "./deprecations.js";
import type { FindCaller } from "./find-caller.js";
import type { Links } from "./links.js";
import type { FailureLimit } from "./rate-limits.js";

export interface AuthenticationDependencies {
  storage: Storage;
  clock: Clock;
  links: Pick<Links, "deprecations">;
  servicePrefix: string;
  failedKeys: FailureLimit;
  findCaller: FindCaller;
}

/** `lastUsedAt` is only displayed; precision of a minute is enough. */
const lastUsedStepMs = 60_000;

/** @throws Refusal API_KEY_MISSING, API_KEY_INVALID, RATE_LIMITED after too many failures from one address. */
export function authenticate(dependencies: AuthenticationDependencies): Step {
  const { clock, servicePrefix, failedKeys, findCaller } = dependencies;
  return async (call) => {
    const secret = readBearer(call.ctx.get("authorization"));
    if (secret === undefined) throw new Refusal("API_KEY_MISSING");
    const now = clock.now();
    const caller = await findCaller(hashApiKey(secret), () => isApiKeyForm(secret, servicePrefix));
    if (caller === undefined || !isValid(caller.key, now)) {
      // Checked only here: a valid key is never refused because of invalid ones sent from the same address.
      await failedKeys.require(call.address);
      await failedKeys.count(call.address);
      throw new Refusal("API_KEY_INVALID");
    }
    call.caller = caller;
    await noteUse(dependencies, call, caller.key, now);
  };
}

/** @throws Refusal SCOPE_MISSING when the key is limited to other scopes. */
export function requireScope(scope: ApiKeyScope): Step {
  return (call) => {
    const { scopes } = callerOf(call).key;
    if (scopes.length > 0 && !scopes.includes(scope)) {
      throw new Refusal("SCOPE_MISSING", { message: `This API key lacks the scope ${scope}.` });
    }
  };
}

/** @throws Refusal TEST_MODE_NOT_ALLOWED, LIVE_MODE_NOT_ALLOWED unless this deployment serves the key's environment. */
export function requireServedEnvironment(served: readonly Environment[]): Step {
  return (call) => {
    const { environment } = callerOf(call).key;
    if (!served.includes(environment)) throw wrongEnvironment(environment);
  };
}

export function wrongEnvironment(environment: Environment): Refusal {
  return new Refusal(environment === "test" ? "TEST_MODE_NOT_ALLOWED" : "LIVE_MODE_NOT_ALLOWED");
}

/** The token of `Bearer <token>`; the scheme is case-insensitive. */
export function readBearer(header: string): string | undefined {
  return /^bearer +([^\s,]+) *$/i.exec(header)?.[1];
}

function isValid(key: ApiKey, now: number): boolean {
  return key.revokedAt === undefined && (key.expiresAt === undefined || key.expiresAt > now);
}

async function noteUse(dependencies: AuthenticationDependencies, call: Call, key: ApiKey, now: number): Promise<void> {
  const { storage } = dependencies;
  if (key.isLegacy) await useDeprecated(dependencies, call, "key.legacy");
  if (key.lastUsedAt === undefined || now - key.lastUsedAt >= lastUsedStepMs) {
    // Set before the write completes, so that only one of several concurrent calls writes it.
    key.lastUsedAt = now;
    await noteIfAvailable(storage, (records) => records.apiKeys.touch(key.id, now));
  }
}
