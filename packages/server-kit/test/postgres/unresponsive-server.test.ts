// Tests a database server that stops responding without closing its connections.
import { expect, test, vi } from "vitest";
import { postgresStorage } from "../../src/index.js";
import { isUnavailable } from "../../src/storage/unavailable.js";
import { createGate } from "../gate.js";
import { closeAfterTest } from "../loopback.js";
import { sampleStore } from "../storage/conformance/sample-records.js";
import { createBreakableRoute } from "./breakable-route.js";
import { createMigratedDatabase } from "./server.js";

const { merchantId } = sampleStore();

async function openThroughRoute() {
  const { connectionString, drop } = await createMigratedDatabase();
  closeAfterTest(drop);
  const route = await createBreakableRoute(connectionString);
  closeAfterTest(route.close);
  const storage = postgresStorage({ connectionString: route.connectionString });
  closeAfterTest(() => storage.close());
  await storage.open();
  await storage.write((records) => records.stores.insertIfAbsent(sampleStore()));
  return { route, storage };
}

const errorOf = (promise: Promise<unknown>) =>
  promise.then(
    () => "no error",
    (error: unknown) => (isUnavailable(error) ? "unavailable" : error),
  );

test("while the server does not respond, calls fail as unavailable within 30 s and the instance is not registered; calls and jobs recover when it responds again", async () => {
  const { route, storage } = await openThroughRoute();
  const { instances } = storage;
  if (instances === undefined) throw new Error("The PostgreSQL storage has no `instances`.");
  const handled: string[] = [];
  await instances.join();
  await instances.jobs.start(async ({ subject }) => void handled.push(subject));
  closeAfterTest(() => instances.jobs.stop());
  const plan = (subject: string) => instances.jobs.plan([{ task: "work", subject, delayMs: 0 }]);
  await plan("before");
  await vi.waitFor(() => expect(handled).toEqual(["before"]), 20_000);
  let runs = 0;
  const hung = createGate();
  const commit = storage.write(
    async (records) => {
      runs += 1;
      await records.stores.find(merchantId);
      // So that COMMIT is sent next, and gets no response.
      route.hang();
      hung.open();
    },
    { locks: ["order"] },
  );
  await hung.passed;
  const startedAt = performance.now();
  const find = () => storage.read((records) => records.stores.find(merchantId));
  const outcomes = await Promise.all([
    errorOf(commit),
    errorOf(storage.write((records) => records.stores.find(merchantId))),
    errorOf(storage.write((records) => records.stores.find(merchantId), { locks: ["other"] })),
    errorOf(find()),
    errorOf(storage.read((records) => records.stores.find(merchantId), { isShort: true })),
    instances.time.measure().then(
      () => "no error",
      () => "failed",
    ),
  ]);
  expect(outcomes).toEqual([...Array(5).fill("unavailable"), "failed"]);
  expect(performance.now() - startedAt).toBeLessThan(30_000);
  expect(runs).toBe(1);
  expect(instances.isRegistered()).toBe(false);

  route.restore();
  await vi.waitFor(async () => expect(await find()).toMatchObject({ merchantId }), 20_000);
  await vi.waitFor(() => expect(instances.isRegistered()).toBe(true), 40_000);
  await vi.waitFor(async () => {
    await plan("after");
    expect(handled).toContain("after");
  }, 20_000);
  // Ends the connections that still hang.
  route.break();
});
