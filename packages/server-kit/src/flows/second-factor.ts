// A panel user's second factor: enabled with a first code, required at each sign-in, with one-time recovery codes,
// removed by its owner or reset by an operator.
import type { SecondFactor } from "../domain/account.js";
import {
  codeUri,
  createCodeSecret,
  createRecoveryCodes,
  hashRecoveryCode,
  stepOfCode,
} from "../domain/one-time-code.js";
import { Refusal } from "../domain/refusal.js";
import { secondFactorPurpose } from "../domain/seal-purposes.js";
import type { User } from "../domain/user.js";
import type { Vault } from "../domain/vault.js";
import type { AlsoIn } from "./also-in.js";
import { appendUserAudit } from "./append-audit.js";
import { openSession, type SignedIn, type SignInDependencies } from "./sign-in.js";

export interface SecondFactorDependencies extends SignInDependencies {
  vault: Vault;
}

/** State of a user's second factor: `codesLeft` counts unused recovery codes. */
export type SecondFactorState =
  | { kind: "none" }
  /** Not confirmed yet: the secret is still shown, and sign-in requires no code. */
  | { kind: "begun"; secret: string; uri: string }
  | { kind: "on"; since: number; codesLeft: number };

/** The state of a user's second factor; `issuer` is the name that the authenticator app displays. */
export async function readSecondFactor(
  { storage, vault }: SecondFactorDependencies,
  { userId, email }: User,
  issuer: string,
): Promise<SecondFactorState> {
  const factor = await storage.read((records) => records.secondFactors.find(userId));
  if (factor === undefined) return { kind: "none" };
  if (factor.confirmedAt !== undefined) {
    return { kind: "on", since: factor.confirmedAt, codesLeft: factor.recoveryHashes.length };
  }
  const secret = secretOf(vault, factor);
  return { kind: "begun", secret, uri: codeUri(secret, { issuer, label: email }) };
}

/** Creates a secret for the user's device; an unconfirmed one is replaced. @throws Refusal VALIDATION_ERROR when one is on. */
export async function beginSecondFactor(
  { storage, clock, vault, randomBytes }: SecondFactorDependencies,
  { user: { userId } }: SignedIn,
): Promise<void> {
  const sealedSecret = vault.seal(createCodeSecret(randomBytes), secondFactorPurpose(userId));
  await storage.write(async (records) => {
    if ((await records.secondFactors.find(userId))?.confirmedAt !== undefined) {
      throw new Refusal("VALIDATION_ERROR", { message: "A second factor is already enabled: remove it first." });
    }
    await records.secondFactors.put({
      userId,
      sealedSecret,
      confirmedAt: undefined,
      lastStep: 0,
      recoveryHashes: [],
      createdAt: clock.now(),
    });
  });
}

/**
 * Enables the second factor with a first code. All sessions of the user end; this one continues under a new token.
 * Undefined for an incorrect code.
 * @throws Refusal VALIDATION_ERROR when it is on already, such as by a first press of the same form.
 */
export async function confirmSecondFactor(
  dependencies: SecondFactorDependencies,
  { user }: SignedIn,
  code: string,
): Promise<{ token: string; recoveryCodes: string[] } | undefined> {
  const { storage, clock, vault, randomBytes } = dependencies;
  const recoveryCodes = createRecoveryCodes(randomBytes);
  return storage.write(async (records) => {
    const factor = await records.secondFactors.find(user.userId);
    if (factor === undefined) return undefined;
    if (factor.confirmedAt !== undefined) throw new Refusal("VALIDATION_ERROR", { message: alreadyOn });
    const now = clock.now();
    const step = stepOfCode(secretOf(vault, factor), code, { now, lastStep: factor.lastStep });
    if (step === undefined) return undefined;
    const recoveryHashes = recoveryCodes.map(hashRecoveryCode);
    await records.secondFactors.put({ ...factor, confirmedAt: now, lastStep: step, recoveryHashes });
    await records.users.removeSessionsOfUser(user.userId);
    const token = await openSession(dependencies, records, user);
    await appendUserAudit(dependencies, records, user, user.email, "user.second_factor_on");
    return { token, recoveryCodes };
  });
}

/**
 * The second step of a sign-in: a code of the device, or a one-time recovery code. Undefined for an incorrect one; `session` must be
 * waiting for a code, and ends.
 */
export async function passSecondFactor(
  dependencies: SecondFactorDependencies,
  { user, session }: SignedIn,
  code: string,
): Promise<{ token: string } | undefined> {
  return dependencies.storage.write(async (records) => {
    const waiting = await records.users.findSession(session.tokenHash);
    const stored = await records.users.find(user.userId);
    if (waiting?.stage !== "code" || stored === undefined || stored.disabledAt !== undefined) return undefined;
    const factor = await records.secondFactors.find(user.userId);
    const used = factor && useCode(dependencies, factor, code);
    if (used === undefined) return undefined;
    await records.secondFactors.put(used.factor);
    await records.users.removeSession(session.tokenHash);
    const token = await openSession(dependencies, records, stored);
    await appendUserAudit(dependencies, records, stored, stored.email, "user.signed_in", { with: used.kind });
    return { token };
  });
}

const alreadyOn =
  "The second factor is already on. Its recovery codes were shown only once: if they are lost, generate new ones under Account.";

/**
 * Replaces all recovery codes.
 * @param alsoIn runs first in the unit of work that replaces them; what it throws leaves them as they were.
 * @throws Refusal VALIDATION_ERROR when no second factor is enabled.
 */
export async function renewRecoveryCodes(
  dependencies: SecondFactorDependencies,
  { user }: SignedIn,
  alsoIn?: AlsoIn,
): Promise<{ recoveryCodes: string[] }> {
  const recoveryCodes = createRecoveryCodes(dependencies.randomBytes);
  await dependencies.storage.write(async (records) => {
    await alsoIn?.(records);
    const factor = await records.secondFactors.find(user.userId);
    if (factor?.confirmedAt === undefined) {
      throw new Refusal("VALIDATION_ERROR", { message: "There is no second factor yet: set one up first." });
    }
    await records.secondFactors.put({ ...factor, recoveryHashes: recoveryCodes.map(hashRecoveryCode) });
    await appendUserAudit(dependencies, records, user, user.email, "user.recovery_codes_renewed");
  });
  return { recoveryCodes };
}

/**
 * Removes a user's second factor: by its owner, or for a lost device. All sessions of the user end.
 * @throws Refusal VALIDATION_ERROR for an unknown user.
 */
export async function removeSecondFactor(
  dependencies: SignInDependencies,
  userId: string,
  actor: string,
): Promise<{ wasOn: boolean }> {
  return dependencies.storage.write(async (records) => {
    const user = await records.users.find(userId);
    if (user === undefined) {
      throw new Refusal("VALIDATION_ERROR", { message: `"${userId}" is not a known user: list the users.` });
    }
    const wasOn = await records.secondFactors.remove(userId);
    if (wasOn) {
      await records.users.removeSessionsOfUser(userId);
      await appendUserAudit(dependencies, records, user, actor, "user.second_factor_off");
    }
    return { wasOn };
  });
}

function useCode(
  { clock, vault }: SecondFactorDependencies,
  factor: SecondFactor,
  code: string,
): { factor: SecondFactor; kind: "code" | "recovery_code" } | undefined {
  const step = stepOfCode(secretOf(vault, factor), code, { now: clock.now(), lastStep: factor.lastStep });
  if (step !== undefined) return { factor: { ...factor, lastStep: step }, kind: "code" };
  const hash = hashRecoveryCode(code);
  if (!factor.recoveryHashes.includes(hash)) return undefined;
  const recoveryHashes = factor.recoveryHashes.filter((left) => left !== hash);
  return { factor: { ...factor, recoveryHashes }, kind: "recovery_code" };
}

function secretOf(vault: Vault, { userId, sealedSecret }: SecondFactor): string {
  return vault.open(sealedSecret, secondFactorPurpose(userId));
}
