// Tests smaller simulated months with nine seeds.

import { test } from "vitest";
import { expectEveryCent } from "./expect-every-cent.js";
import { simulateMonth } from "./month.js";

const firstSeed = Number(process.env.MONTH_SEED ?? Date.now());

test.each(Array.from({ length: 9 }, (_, index) => firstSeed + 1 + index))(
  "after a smaller month every cent is accounted for (seed %i)",
  { timeout: 300_000 },
  async (seed) => {
    expectEveryCent(await simulateMonth({ seed: String(seed), storeCount: 10, paymentCount: 1000 }));
  },
);
