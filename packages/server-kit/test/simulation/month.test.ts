// A small month. The seed is in the title of the test, and in what a failure says.
import { expect, test } from "vitest";
import { expectMonthToHold } from "./month-claims.js";

test.each([20_270_301])("a month of five stores ends with every cent seen (seed %i)", async (seed) => {
  await expectMonthToHold({ seed, stores: 5, payments: 240 });
  expect.hasAssertions();
});
