// Limits password attempts. Failures count by address and by account; an address from which the account has signed in before is counted
// separately, so that a stranger's failures do not lock the owner out.
import { createHash } from "node:crypto";
import { normalizeEmail } from "../../flows/manage-users.js";
import type { Call } from "../call.js";
import type { RateLimit } from "../rate-limits.js";
import type { PanelDependencies } from "./panel-dependencies.js";

type AttemptDependencies = Pick<
  PanelDependencies,
  "storage" | "clock" | "limiter" | "loginPerAddress" | "loginPerAccount"
>;

const placeLifetimeMs = 30 * 24 * 60 * 60 * 1000;

/**
 * Runs the check of a password or code as one attempt: counted before, so that attempts made at the same time are limited too, and not
 * counted when the check finds it correct or could not be made. `check` returns undefined for an incorrect one.
 * @throws Refusal RATE_LIMITED after too many failures.
 */
export async function limitAttempts<Result>(
  dependencies: AttemptDependencies,
  { address }: Call,
  email: string,
  check: () => Promise<Result | undefined>,
): Promise<Result | undefined> {
  const { limiter, loginPerAddress, loginPerAccount } = dependencies;
  const account = digest(normalizeEmail(email));
  const { name: place, placeDigest } = placeOf(email, address);
  const byAccount = (await isKnownPlace(dependencies, place))
    ? `panelLoginPerPlace:${placeDigest}`
    : `panelLoginPerAccount:${account}`;
  const counts: [string, RateLimit | undefined][] = [
    [`panelLoginPerAddress:${address}`, loginPerAddress],
    [byAccount, loginPerAccount],
  ];
  const giveBacks: (() => Promise<void>)[] = [];
  const notCounted = () => Promise.all(giveBacks.map((giveBack) => giveBack()));
  let result: Result | undefined;
  try {
    for (const [name, limit] of counts) {
      if (limit === undefined) continue;
      await limiter.take(name, limit);
      giveBacks.push(() => limiter.giveBack(name, limit));
    }
    result = await check();
  } catch (error) {
    await notCounted();
    throw error;
  }
  if (result !== undefined) await notCounted();
  return result;
}

/** Called after a correct password. */
export async function rememberPlace(
  { storage, clock }: Pick<AttemptDependencies, "storage" | "clock">,
  { address }: Call,
  email: string,
): Promise<void> {
  const now = clock.now();
  const { name } = placeOf(email, address);
  await storage.write((records) => records.counters.put(name, 1, now, now + placeLifetimeMs));
}

async function isKnownPlace({ storage, clock }: AttemptDependencies, place: string): Promise<boolean> {
  const known = await storage.read((records) => records.counters.find(place));
  return known !== undefined && clock.now() - known.updatedAt < placeLifetimeMs;
}

/** Stored for weeks, therefore only as a digest: the address is personal data. */
function placeOf(email: string, address: string): { name: string; placeDigest: string } {
  const placeDigest = digest(`${normalizeEmail(email)} ${address}`);
  return { name: `panelPlace:${placeDigest}`, placeDigest };
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 32);
}
