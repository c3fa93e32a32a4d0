// The password asked again, before what moves money or opens access: whoever found an open browser does not know it.
import { isPasswordRight } from "../domain/password.js";
import { inPasswordQueue } from "./password-queue.js";
import type { SignedIn, SignInDependencies } from "./sign-in.js";

/** How long a password that was given counts, the one of the sign-in included. */
const confirmedForMs = 10 * 60 * 1000;

/** `confirmedAt`: when the person last showed who they are, epoch milliseconds. */
export function isRecentlyConfirmed({ clock }: Pick<SignInDependencies, "clock">, confirmedAt: number): boolean {
  const age = clock.now() - confirmedAt;
  return age >= 0 && age < confirmedForMs;
}

/** False for a wrong password. */
export async function confirmPassword(
  { storage, clock }: SignInDependencies,
  { user, session }: SignedIn,
  password: string,
): Promise<boolean> {
  if (!(await inPasswordQueue(() => isPasswordRight(password, user.passwordHash)))) return false;
  await storage.write((records) => records.users.confirmSession(session.tokenHash, clock.now()));
  return true;
}
