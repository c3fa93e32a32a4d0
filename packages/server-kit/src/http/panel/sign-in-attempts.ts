// How often somebody may try a password. Wrong tries count by address and by account; a place from which the account was signed in to
// before counts by itself, so that a stranger's wrong tries do not lock the owner out.
import { createHash } from "node:crypto";
import { normalizeEmail } from "../../flows/manage-users.js";
import type { Call } from "../call.js";
import type { PanelDependencies } from "./panel-dependencies.js";

type AttemptDependencies = Pick<
  PanelDependencies,
  "storage" | "clock" | "limiter" | "loginPerAddress" | "loginPerAccount"
>;

export interface Attempt {
  /** @throws Refusal RATE_LIMITED when this was one too many. */
  countWrong(): Promise<void>;
  /** After a right password. */
  rememberPlace(): Promise<void>;
}

const placeLifetimeMs = 30 * 24 * 60 * 60 * 1000;

/** Before a password is looked at. @throws Refusal RATE_LIMITED after too many wrong ones. */
export async function requireAttempt(
  { storage, clock, limiter, loginPerAddress, loginPerAccount }: AttemptDependencies,
  { address }: Call,
  email: string,
): Promise<Attempt> {
  const account = digest(normalizeEmail(email));
  // Kept for weeks, so as a digest: whose address it was is nobody's business.
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
