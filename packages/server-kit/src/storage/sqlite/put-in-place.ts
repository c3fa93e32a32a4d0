// Gives a file a name that no other file has, also on volumes without hard links: exFAT, network and FUSE file
// systems. There, an empty file takes the name first. It is replaced with all that another process writes to it
// meanwhile, and it stays after a crash in between.
import {
  chownSync,
  closeSync,
  constants,
  copyFileSync,
  fsyncSync,
  linkSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { errorCode } from "../../domain/read-field.js";

/** What `link` fails with where there are no hard links; EISDIR is what Node makes of Windows's ERROR_INVALID_FUNCTION. */
const noLinkCodes = ["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EISDIR"];

/** Moves a file. @throws Error with code EEXIST when `to` exists. */
export function putInPlace(from: string, to: string): void {
  // Unlike a rename, a link fails when the name is taken meanwhile.
  if (tryLink(from, to)) {
    rmSync(from);
    return;
  }
  renameToNew(from, to);
}

/**
 * Gives a file another name; processes that have it open go on writing it. Where there are hard links it keeps its
 * first name as well, until another file gets that.
 * @throws Error with code EEXIST when `to` exists.
 */
export function moveAside(from: string, to: string): void {
  if (!tryLink(from, to)) renameToNew(from, to);
}

function renameToNew(from: string, to: string): void {
  closeSync(openSync(to, "wx", 0o600));
  try {
    renameSync(from, to);
  } catch (error) {
    rmSync(to, { force: true });
    throw error;
  }
}

/** Gives a file a second name, or copies it, so that it stays when the first name is deleted. */
export function keepAs(from: string, to: string): void {
  if (tryLink(from, to)) return;
  try {
    copyFileSync(from, to, constants.COPYFILE_EXCL);
    // Before the first name is deleted: afterwards this is the only copy.
    const file = openSync(to, "r+");
    fsyncSync(file);
    closeSync(file);
  } catch (error) {
    if (errorCode(error) !== "EEXIST") rmSync(to, { force: true });
    throw error;
  }
}

function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (noLinkCodes.some((code) => code === errorCode(error))) return false;
    throw error;
  }
}

/** Gives a file the owner of another one, which only root may do; otherwise returns false. */
export function giveOwnerOf(other: string, file: string): boolean {
  const { uid, gid } = statSync(other);
  if (statSync(file).uid === uid) return true;
  try {
    chownSync(file, uid, gid);
    return true;
  } catch (error) {
    // Also of file systems without owners.
    if (errorCode(error) === undefined) throw error;
    return false;
  }
}
