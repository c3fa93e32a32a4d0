// Requires the password again before changes to money or access, against misuse of an unattended browser.
import { isPasswordCorrect } from "../domain/password.js";
import { inPasswordQueue } from "./password-queue.js";
import type { SignedIn, SignInDependencies } from "./sign-in.js";

/** Validity of an entered password, including the one of the sign-in. */
const confirmedForMs = 10 * 60 * 1000;

/** `confirmedAt`: when the user last entered the password, epoch milliseconds. */
export function isRecentlyConfirmed({ clock }: Pick<SignInDependencies, "clock">, confirmedAt: number): boolean {
  const age = clock.now() - confirmedAt;
  return age >= 0 && age < confirmedForMs;
}

/** False for an incorrect password. */
export async function confirmPassword(
  { storage, clock }: SignInDependencies,
  { user, session }: SignedIn,
  password: string,
): Promise<boolean> {
  if (!(await inPasswordQueue(() => isPasswordCorrect(password, user.passwordHash)))) return false;
  await storage.write((records) => records.users.confirmSession(session.tokenHash, clock.now()));
  return true;
}
