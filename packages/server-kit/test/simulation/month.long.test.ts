// Ten months of fifty stores and 20,000 payments. The seeds are printed: a failure is repeated by its seed.
import { test } from "vitest";
import { expectMonthToHold } from "./month-claims.js";

const seeds = Array.from({ length: 10 }, (_, index) => 20_270_401 + index);

test.each(seeds)(
  "a month of 50 stores and 20,000 payments ends with every cent seen (seed %i)",
  async (seed) => {
    console.info(`seed ${seed}`);
    await expectMonthToHold({ seed, stores: 50, payments: 20_000 });
  },
  30 * 60_000,
);
