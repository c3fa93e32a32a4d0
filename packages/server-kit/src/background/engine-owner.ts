// Who holds a claim: host, process and one boot of the engine. Tells whether such an owner still exists, so that after a crash its
// deliveries are due again at once instead of when their leases run out.
import { hostname } from "node:os";
import type { RandomBytes } from "../domain/clock.js";
import { createId } from "../domain/identifiers.js";

export interface EngineOwner {
  /** Goes into every claim. */
  id: string;
  /** True when the owner can be seen to be gone; false also when it cannot be judged from here (another host). */
  isGone(owner: string): boolean;
  /** This engine claims no more. */
  retire(): void;
}

/** Boots that are alive in this process: two services may share it. */
const living = new Set<string>();

export function createEngineOwner(randomBytes: RandomBytes): EngineOwner {
  const id = `${hostname()}/${process.pid}/${createId("boot", randomBytes)}`;
  living.add(id);
  return {
    id,
    isGone(owner) {
      if (living.has(owner)) return false;
      const [host, pid] = owner.split("/");
      if (host !== hostname()) return false;
      // A container that starts again often has the same process id: then it is us, and that boot is over.
      return Number(pid) === process.pid || !isRunning(Number(pid));
    },
    retire() {
      living.delete(id);
    },
  };
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it runs, and belongs to somebody else.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
