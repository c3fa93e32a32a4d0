// The owner of claims: host, process and engine start. Detects owners that no longer exist, so that after a crash their
// deliveries are due again immediately instead of when their leases expire.
import { hostname } from "node:os";
import type { RandomBytes } from "../domain/clock.js";
import { createId } from "../domain/identifiers.js";

export interface EngineOwner {
  /** Stored in every claim. */
  id: string;
  /** True when the owner has certainly ended; also false when that cannot be determined (another host). */
  isGone(owner: string): boolean;
  /** Marks this engine as ended: it makes no more claims. */
  retire(): void;
}

/** Ids of the engines that run in this process: two services may share it. */
const runningHere = new Set<string>();

export function createEngineOwner(randomBytes: RandomBytes): EngineOwner {
  const id = `${hostname()}/${process.pid}/${createId("boot", randomBytes)}`;
  runningHere.add(id);
  return {
    id,
    isGone: isOwnerGone,
    retire() {
      runningHere.delete(id);
    },
  };
}

export function isOwnerGone(owner: string): boolean {
  if (runningHere.has(owner)) return false;
  const { host, processId } = readOwner(owner);
  if (host !== hostname()) return false;
  // A restarted container often has the same process id: the earlier engine has then ended.
  return processId === process.pid || !isRunning(processId);
}

/** The host and the process of an owner's id. */
export function readOwner(owner: string): { host: string; processId: number } {
  const [host = "", processId] = owner.split("/");
  return { host, processId: Number(processId) };
}

function isRunning(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    // EPERM: the process exists, and belongs to another user.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
