// A signed-in user changes the password: requires the current one, ends all sessions, and continues in this browser under a new token.
import { isPasswordCorrect } from "../domain/password.js";
import { setUserPassword } from "./manage-users.js";
import { inPasswordQueue } from "./password-queue.js";
import { openSession, type SignedIn, type SignInDependencies } from "./sign-in.js";

/** Undefined for an incorrect current password. @throws Refusal VALIDATION_ERROR for a weak new one. */
export async function changeOwnPassword(
  dependencies: SignInDependencies,
  { user }: SignedIn,
  { current, wanted }: { current: string; wanted: string },
): Promise<{ token: string } | undefined> {
  if (!(await inPasswordQueue(() => isPasswordCorrect(current, user.passwordHash)))) return undefined;
  await setUserPassword(dependencies, user.userId, wanted, user.email);
  return { token: await dependencies.storage.write((records) => openSession(dependencies, records, user)) };
}
