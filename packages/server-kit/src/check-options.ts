// Are the options of a host usable? A wrong one is named at once, with what would be right, and not found by the first payment.
import type { PaymentServiceOptions } from "./service-options.js";

/** @throws Error that names the first option that is wrong. */
export function requireUsableOptions(options: PaymentServiceOptions): void {
  const { storage, openBanking = {}, providerTimeoutMs, trustedProxyHops, rateLimits, clock, random } = options;
  if (typeof storage?.open !== "function")
    throw wrong("storage", "a storage such as sqliteStorage({ filename })", storage);
  for (const [environment, provider] of Object.entries(openBanking)) {
    if (provider === undefined) continue;
    const isWhole =
      typeof provider.code === "string" &&
      provider.code !== "" &&
      typeof provider.createSession === "function" &&
      typeof provider.fetchOutcome === "function";
    if (!isWhole) {
      throw wrong(`openBanking.${environment}`, "a provider with code, createSession and fetchOutcome", provider);
    }
  }
  if (providerTimeoutMs !== undefined && !(Number.isFinite(providerTimeoutMs) && providerTimeoutMs > 0)) {
    throw wrong("providerTimeoutMs", "a positive number of milliseconds", providerTimeoutMs);
  }
  if (trustedProxyHops !== undefined && !(Number.isSafeInteger(trustedProxyHops) && trustedProxyHops >= 0)) {
    throw wrong("trustedProxyHops", "a whole number of 0 or more", trustedProxyHops);
  }
  for (const [name, limit] of Object.entries(rateLimits === false ? {} : (rateLimits ?? {}))) {
    if (limit !== false && !(limit?.max > 0 && limit.windowSeconds > 0)) {
      throw wrong(`rateLimits.${name}`, "false, or { max, windowSeconds } with positive numbers", limit);
    }
  }
  if (clock !== undefined && typeof clock.now !== "function") throw wrong("clock", "{ now(): epoch ms }", clock);
  if (random !== undefined && typeof random !== "function")
    throw wrong("random", "a function that gives [0, 1)", random);
}

/** Functions and secrets do not show: only the shape of the value is told. */
function wrong(option: string, right: string, given: unknown): Error {
  const shown = typeof given === "object" && given !== null ? `{ ${Object.keys(given).join(", ")} }` : String(given);
  return new Error(`${option} must be ${right}; got ${shown}.`);
}
