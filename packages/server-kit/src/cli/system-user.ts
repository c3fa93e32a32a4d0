// The caller of a command, for the audit log: the operating system's user, and the user who called sudo.
import { userInfo } from "node:os";

/** The operating system's facts about the caller. */
export interface Caller {
  /** Throws in a container whose user has no name. */
  userInfo(): { username: string };
  userId: number | undefined;
  /** SUDO_USER. Any user can set this variable, so it is added to the user's name and never replaces it. */
  sudoUser: string | undefined;
}

/** The user's name, with the user who called sudo in parentheses. */
export function systemUser(caller: Caller = thisProcess()): string {
  const { sudoUser } = caller;
  const user = nameOf(caller);
  if (sudoUser === undefined || sudoUser === "" || sudoUser === user) return user;
  return `${user} (sudo: ${sudoUser.replaceAll(/[^\p{L}\p{N}._@+-]/gu, "?").slice(0, 64)})`;
}

/** The actor in the audit log, for commands without --actor. */
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
