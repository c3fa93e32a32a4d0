// Limits attempts with passwords and codes. Failures count by address and by account; passwords from an address from which the account has
// signed in before are counted separately, so that a stranger's failures do not lock the owner out.
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

/** Five a minute would be 7,200 guesses of six digits a day for whoever has the password. */
const wrongCodesPerDay: RateLimit = { max: 20, windowSeconds: 24 * 60 * 60 };

type Counts = readonly (readonly [name: string, limit: RateLimit | undefined])[];

/**
 * Runs the check of a password as one attempt. `check` returns undefined for an incorrect one.
 * @throws Refusal RATE_LIMITED after too many failures.
 */
export async function limitPasswordAttempts<Result>(
  dependencies: AttemptDependencies,
  { address }: Call,
  email: string,
  check: () => Promise<Result | undefined>,
): Promise<Result | undefined> {
  const { loginPerAddress, loginPerAccount } = dependencies;
  const { name: place, placeDigest } = placeOf(email, address);
  const byAccount = (await isKnownPlace(dependencies, place))
    ? `panelLoginPerPlace:${placeDigest}`
    : `panelLoginPerAccount:${digest(normalizeEmail(email))}`;
  return limitAttempts(
    dependencies,
    [
      [`panelLoginPerAddress:${address}`, loginPerAddress],
      [byAccount, loginPerAccount],
    ],
    check,
  );
}

/**
 * As `limitPasswordAttempts`, for a code of the second factor, which only follows a correct password. Counted under names of its own: what a
 * stranger types as an e-mail address must not reach them.
 */
export async function limitCodeAttempts<Result>(
  dependencies: AttemptDependencies,
  { address }: Call,
  email: string,
  check: () => Promise<Result | undefined>,
): Promise<Result | undefined> {
  const { loginPerAddress, loginPerAccount } = dependencies;
  const account = digest(normalizeEmail(email));
  return limitAttempts(
    dependencies,
    [
      [`panelLoginPerAddress:${address}`, loginPerAddress],
      [`panelCodePerAccount:${account}`, loginPerAccount],
      [`panelCodePerAccountDay:${account}`, loginPerAccount && wrongCodesPerDay],
    ],
    check,
  );
}

/** Counted before the check, so that attempts made at the same time are limited too; not counted when it succeeds or could not be made. */
async function limitAttempts<Result>(
  { limiter }: Pick<AttemptDependencies, "limiter">,
  counts: Counts,
  check: () => Promise<Result | undefined>,
): Promise<Result | undefined> {
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
