// Tests an outage after which graphile-worker would wait by itself, with pauses that grow with the outage.
import { expect, test, vi } from "vitest";
import { closeAfterTest } from "../loopback.js";
import { jobsOn } from "./jobs-on.js";
import { createMigratedDatabase } from "./server.js";
import { createTestPool } from "./test-pool.js";

test("a server that is starting (57P03) for twenty seconds: jobs run within five seconds after it", async () => {
  const { connectionString, drop } = await createMigratedDatabase();
  closeAfterTest(drop);
  const pool = createTestPool({ connectionString, max: 8 });
  closeAfterTest(() => pool.end());
  const connect: (...values: unknown[]) => unknown = pool.connect.bind(pool);
  let isStarting = false;
  const failure = () => Object.assign(new Error("the database system is starting up"), { code: "57P03" });
  // Only `connect` differs.
  const starting = new Proxy(pool, {
    get(target, name) {
      if (name !== "connect") return Reflect.get(target, name, target);
      return (...callback: [] | [(error: Error) => void]) => {
        if (!isStarting) return connect(...callback);
        return callback[0] === undefined ? Promise.reject(failure()) : callback[0](failure());
      };
    },
  });
  const jobs = jobsOn(starting);
  const handled = vi.fn();
  await jobs.start(async () => handled());
  isStarting = true;
  await new Promise((resolve) => setTimeout(resolve, 20_000));
  isStarting = false;
  await jobs.plan([{ task: "work", subject: "mails", delayMs: 0 }]);
  await expect.poll(() => handled.mock.calls.length, { timeout: 5000 }).toBe(1);
});
