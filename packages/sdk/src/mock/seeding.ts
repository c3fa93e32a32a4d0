// Runs the seed once, before anything else, and restores the records that it left.
import type { MemoryStorage } from "../../../server-kit/src/storage/memory/memory-storage.js";
import { createAsyncScope } from "./async-scope.js";

export interface Seeding {
  /** Resolves when the seed has run; at once when called from inside the seed, which uses the same mock. */
  ready(): Promise<void>;
  /** Restores the records that the seed left; no effect before it has run. */
  restore(): Promise<void>;
}

export function createSeeding(
  storage: Pick<MemoryStorage, "open" | "snapshot">,
  runSeed: () => Promise<void>,
): Seeding {
  const seed = createAsyncScope();
  let seeded: Promise<() => Promise<void>> | undefined;

  async function seedOnce(): Promise<() => Promise<void>> {
    await storage.open();
    await seed.run(runSeed);
    return storage.snapshot();
  }

  return {
    async ready() {
      if (seed.isInside()) return;
      seeded ??= seedOnce();
      await seeded;
    },
    async restore() {
      await (await seeded)?.();
    },
  };
}
