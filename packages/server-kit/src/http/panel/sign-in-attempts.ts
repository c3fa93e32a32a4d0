// Limits password attempts. Failures count by address and by account; an address from which the account has signed in before is counted
// separately, so that a stranger's failures do not lock the owner out.
import { createHash } from "node:crypto";
import { normalizeEmail } from "../../flows/manage-users.js";
import type { Call } from "../call.js";
import type { PanelDependencies } from "./panel-dependencies.js";

type AttemptDependencies = Pick<
  PanelDependencies,
  "storage" | "clock" | "limiter" | "loginPerAddress" | "loginPerAccount"
>;

export interface Attempt {
  /** @throws Refusal RATE_LIMITED when the limit is exceeded. */
  countWrong(): Promise<void>;
  /** Called after a correct password. */
  rememberPlace(): Promise<void>;
}

const placeLifetimeMs = 30 * 24 * 60 * 60 * 1000;

/** Called before a password is checked. @throws Refusal RATE_LIMITED after too many failures. */
export async function requireAttempt(
  { storage, clock, limiter, loginPerAddress, loginPerAccount }: AttemptDependencies,
  { address }: Call,
  email: string,
): Promise<Attempt> {
  const account = digest(normalizeEmail(email));
  // Stored for weeks, therefore only as a digest: the address is personal data.
  const placeDigest = digest(`${normalizeEmail(email)} ${address}`);
  const place = `panelPlace:${placeDigest}`;
  const known = await storage.read((records) => records.counters.find(place));
  const isKnown = known !== undefined && clock.now() - known.updatedAt < placeLifetimeMs;
  const byAccount = isKnown ? `panelLoginPerPlace:${placeDigest}` : `panelLoginPerAccount:${account}`;
  const byAddress = `panelLoginPerAddress:${address}`;
  if (loginPerAddress) await limiter.require(byAddress, loginPerAddress);
  if (loginPerAccount) await limiter.require(byAccount, loginPerAccount);
  return {
    async countWrong() {
      if (loginPerAddress) await limiter.take(byAddress, loginPerAddress);
      if (loginPerAccount) await limiter.take(byAccount, loginPerAccount);
    },
    async rememberPlace() {
      const now = clock.now();
      await storage.write((records) => records.counters.put(place, 1, now, now + placeLifetimeMs));
    },
  };
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 32);
}
