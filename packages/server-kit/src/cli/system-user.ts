// Who calls a command, for the audit: the user of the system, and who became that user by sudo.
import { userInfo } from "node:os";

/** What of the system names the caller. */
export interface Caller {
  /** Throws in a container whose user has no name. */
  userInfo(): { username: string };
  userId: number | undefined;
  /** As sudo sets it. Anybody can set it too, so it stands beside the user and never in its place. */
  sudoUser: string | undefined;
}

export function systemUser(caller: Caller = thisProcess()): string {
  const { sudoUser } = caller;
  const user = nameOf(caller);
  if (sudoUser === undefined || sudoUser === "" || sudoUser === user) return user;
  return `${user} (sudo: ${sudoUser.replaceAll(/[^\p{L}\p{N}._@+-]/gu, "?").slice(0, 64)})`;
}

/** The actor of an act whose command names nobody else. */
export function commandActor(caller?: Caller): string {
  return `command:${systemUser(caller)}`;
}

function nameOf(caller: Caller): string {
  try {
    return caller.userInfo().username;
  } catch {
    return String(caller.userId ?? "unknown");
  }
}

function thisProcess(): Caller {
  return { userInfo, userId: process.getuid?.(), sudoUser: process.env.SUDO_USER };
}
