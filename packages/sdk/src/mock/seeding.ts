// Runs the seed once, before anything else, and restores the records that it left.
import { AsyncLocalStorage } from "node:async_hooks";
import type { MemoryStorage } from "../../../server-kit/src/storage/memory/memory-storage.js";

export interface Seeding {
  /** Resolves when the seed has run. Returns at once inside of the seed, which uses the same mock. */
  ready(): Promise<void>;
  restore(): Promise<void>;
}

export function createSeeding(
  storage: Pick<MemoryStorage, "open" | "snapshot">,
  runSeed: () => Promise<void>,
): Seeding {
  const inside = new AsyncLocalStorage<true>();
  let seeded: Promise<() => Promise<void>> | undefined;

  async function seedOnce(): Promise<() => Promise<void>> {
    await storage.open();
    await inside.run(true, runSeed);
    return storage.snapshot();
  }

  return {
    async ready() {
      if (inside.getStore() !== undefined) return;
      seeded ??= seedOnce();
      await seeded;
    },
    async restore() {
      await (await seeded)?.();
    },
  };
}
