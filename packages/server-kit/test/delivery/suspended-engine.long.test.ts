// Tests that an engine which was suspended during a send, longer than its lease, changes nothing when it continues.
import { writeFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { bundledProgram } from "../bundled-program.js";
import { startOfTime } from "./delivery-harness.js";
import { openEngines } from "./engines.js";

const engineProgram = bundledProgram("delivery/engine-process.ts");

test("an engine that was suspended past its lease during a send does not overwrite the result of the engine that took over", {
  timeout: 150_000,
}, async () => {
  const { harness, startEngine, clockFile, arrivals, nextHeld } = await openEngines(engineProgram);
  const id = "held-1";
  await harness.addPayment(`pay_${id}`);
  await harness.addDelivery(id);
  const held = nextHeld();
  const slow = startEngine("once");
  const release = await held;
  // Inside a unit of this process, so that the engine is not suspended while it holds the write lock.
  await harness.storage.write(async () => void slow.child.kill("SIGSTOP"));
  // The lease is 45 s; the process still exists, so only its lease shows that the send may be taken over.
  await writeFile(clockFile, String(startOfTime + 45_000));
  const takeOver = async () => {
    const { code } = await startEngine("once").ended;
    expect(code).toBe(0);
    return harness.find(id);
  };
  // On PostgreSQL its connection shows it as running, until the server has had no statement from it for 45 s.
  await expect
    .poll(takeOver, { timeout: 120_000, interval: 5000 })
    .toMatchObject({ state: "delivered", attemptCount: 2 });
  const taken = await harness.find(id);
  release(410);
  slow.child.kill("SIGCONT");
  const late = await slow.ended;
  expect(late.code, late.errors).toBe(0);
  expect(await harness.find(id)).toEqual(taken);
  expect(await harness.attempts(id)).toMatchObject([{ outcome: "interrupted" }, { outcome: "success" }]);
  expect(await harness.dueMails()).toEqual([]);
  expect(arrivals.map(({ attempt }) => attempt)).toEqual(["1", "2"]);
});
