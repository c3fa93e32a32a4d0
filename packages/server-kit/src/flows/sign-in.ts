// Panel sessions: created at sign-in under a fresh token, found by the token's hash, ended by timeout or sign-out.
import type { Clock, RandomBytes } from "../domain/clock.js";
import { createToken, hashToken } from "../domain/identifiers.js";
import { isPasswordCorrect } from "../domain/password.js";
import { Refusal } from "../domain/refusal.js";
import type { User, UserSession } from "../domain/user.js";
import type { Vault } from "../domain/vault.js";
import type { Records, Storage } from "../storage/port.js";
import { noteIfAvailable } from "../storage/unavailable.js";
import { appendAudit, appendUserAudit } from "./append-audit.js";
import { digestOfPerson } from "./audit-digest.js";
import { normalizeEmail } from "./manage-users.js";
import { inPasswordQueue } from "./password-queue.js";

export interface SignInDependencies {
  storage: Storage;
  clock: Clock;
  randomBytes: RandomBytes;
}

/** A session ends after this long without a request. */
export const maxIdleMs = 30 * 60 * 1000;
/** A session ends after this long, with or without requests. */
export const maxSessionMs = 12 * 60 * 60 * 1000;
/** Time for the second factor after a correct password. */
const secondFactorWaitMs = 5 * 60 * 1000;
/** `lastSeenAt` is written at most this often. */
const touchEveryMs = 60 * 1000;

export interface SignedIn {
  user: User;
  session: UserSession;
}

/**
 * Undefined for an incorrect password and for an unknown or disabled user, in the same time. Ends the browser's previous session
 * (`oldToken`), against session fixation. With `needsCode`, the token is only good for the second factor.
 */
export async function signIn(
  dependencies: SignInDependencies,
  { email, password, oldToken }: { email: string; password: string; oldToken: string | undefined },
): Promise<{ token: string; user: User; needsCode: boolean } | undefined> {
  const { storage } = dependencies;
  const found = await storage.read((records) => records.users.findByEmail(normalizeEmail(email)));
  const candidate = found?.disabledAt === undefined ? found : undefined;
  if (!(await inPasswordQueue(() => isPasswordCorrect(password, candidate?.passwordHash)))) return undefined;
  return storage.write(async (records) => {
    const user = candidate && (await records.users.find(candidate.userId));
    // The user may have been disabled, or the password changed, during the check.
    if (user === undefined || user.disabledAt !== undefined || user.passwordHash !== candidate?.passwordHash) return;
    if (oldToken !== undefined) await records.users.removeSession(hashToken(oldToken));
    const factor = await records.secondFactors.find(user.userId);
    const needsCode = factor?.confirmedAt !== undefined;
    const token = await openSession(dependencies, records, user, needsCode ? "code" : "open");
    if (!needsCode) await appendUserAudit(dependencies, records, user, user.email, "user.signed_in");
    return { token, user, needsCode };
  });
}

/** Audits an incorrect password or code. An unknown address is not stored in plain text, because it may be a password. */
export async function noteFailedSignIn(
  dependencies: SignInDependencies & { vault: Vault },
  email: string,
  step: "password" | "code",
): Promise<void> {
  const normalized = normalizeEmail(email);
  const typed = await digestOfPerson(dependencies, normalized);
  await dependencies.storage.write(async (records) => {
    const user = await records.users.findByEmail(normalized);
    await appendAudit(dependencies, records, {
      actor: user?.email ?? "unknown",
      action: "user.sign_in_failed",
      ...(user?.merchantId !== undefined && { merchantId: user.merchantId }),
      ...(user !== undefined && { subject: user.userId }),
      detail: { step, ...(user === undefined && { typed }) },
    });
  });
}

/** Undefined when the token is unknown, the session has ended or waits for a second factor, or its user may not sign in any more. */
export function findSession(
  dependencies: Pick<SignInDependencies, "storage" | "clock">,
  token: string,
): Promise<SignedIn | undefined> {
  return findSessionByHash(dependencies, hashToken(token));
}

/** A session whose second factor is pending after a correct password. */
export function findSessionWaitingForCode(
  dependencies: Pick<SignInDependencies, "storage" | "clock">,
  token: string,
): Promise<SignedIn | undefined> {
  return findSessionAt(dependencies, hashToken(token), "code");
}

/** As `findSession`, by the hash of the token. */
export function findSessionByHash(
  dependencies: Pick<SignInDependencies, "storage" | "clock">,
  tokenHash: string,
): Promise<SignedIn | undefined> {
  return findSessionAt(dependencies, tokenHash, "open");
}

async function findSessionAt(
  { storage, clock }: Pick<SignInDependencies, "storage" | "clock">,
  tokenHash: string,
  stage: UserSession["stage"],
): Promise<SignedIn | undefined> {
  const now = clock.now();
  const found = await storage.read(async (records) => {
    const session = await records.users.findSession(tokenHash);
    const user = session && (await records.users.find(session.userId));
    return session && user && { session, user };
  });
  if (found === undefined || found.user.disabledAt !== undefined) return undefined;
  const { session } = found;
  if (session.stage !== stage) return undefined;
  if (now >= session.expiresAt || now - session.lastSeenAt >= maxIdleMs) return undefined;
  if (now - session.lastSeenAt >= touchEveryMs) {
    await noteIfAvailable(storage, (records) => records.users.touchSession(tokenHash, now));
  }
  return found;
}

/**
 * In the unit of work of what the user does to others' access. A change of a user's access ends its sessions: of two users who take each
 * other's access away at once, only the first one does.
 * @throws Refusal SESSION_REQUIRED when the session has ended since it was found.
 */
export async function requireOpenSession({ users }: Records, { session }: SignedIn): Promise<void> {
  if ((await users.findSession(session.tokenHash)) !== undefined) return;
  throw new Refusal("SESSION_REQUIRED", { message: "You were signed out in the meantime: nothing was changed." });
}

/** Ends one session. */
export async function signOut(dependencies: SignInDependencies, { user, session }: SignedIn): Promise<void> {
  await dependencies.storage.write(async (records) => {
    await records.users.removeSession(session.tokenHash);
    await appendUserAudit(dependencies, records, user, user.email, "user.signed_out");
  });
}

/** Ends every session of the user, in all browsers. */
export async function signOutEverywhere(dependencies: SignInDependencies, { user }: SignedIn): Promise<void> {
  await dependencies.storage.write(async (records) => {
    await records.users.removeSessionsOfUser(user.userId);
    await appendUserAudit(dependencies, records, user, user.email, "user.signed_out_everywhere");
  });
}

/** Creates a session and returns its token, which is not stored. */
export async function openSession(
  { clock, randomBytes }: SignInDependencies,
  records: Records,
  user: User,
  stage: UserSession["stage"] = "open",
): Promise<string> {
  const token = createToken(randomBytes);
  const now = clock.now();
  await records.users.insertSession({
    tokenHash: hashToken(token),
    userId: user.userId,
    csrfToken: createToken(randomBytes),
    createdAt: now,
    lastSeenAt: now,
    expiresAt: now + (stage === "code" ? secondFactorWaitMs : maxSessionMs),
    stage,
    confirmedAt: now,
  });
  return token;
}
