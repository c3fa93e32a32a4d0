// Two services on one SQLite file: the second start and `doctor` say so, and a restart that overlaps works.
import { chmodSync } from "node:fs";
import { hostname } from "node:os";
import Sqlite from "better-sqlite3";
import { expect, onTestFinished, test } from "vitest";
import { createPaymentService } from "../../src/index.js";
import { silentLogger } from "../silent-logger.js";
import { commandLineOn, freshFile, storageOn } from "./call-command-line.js";

const warning = /another service may be running on this database/;

function serviceOn(database: string) {
  const warnings: string[] = [];
  const service = createPaymentService({
    baseUrl: "http://127.0.0.1:8080",
    storage: storageOn(database),
    logger: { ...silentLogger, warn: (_, message) => void warnings.push(message) },
  });
  onTestFinished(() => service.stop());
  return { service, warnings };
}

async function findingsOf(database: string): Promise<{ check: string; message: string }[]> {
  const { out } = await commandLineOn(database).call("doctor", "--json");
  // The document of doctor.
  return (JSON.parse(out) as { findings: { check: string; message: string }[] }).findings.filter(
    ({ check }) => check === "services",
  );
}

test("a second service on one file starts with a warning, and doctor names both until one has stopped", async () => {
  const database = freshFile();
  const first = serviceOn(database);
  await first.service.start();
  expect([first.warnings, await findingsOf(database)]).toEqual([[], []]);
  const second = serviceOn(database);
  await second.service.start();
  expect(second.warnings).toEqual([expect.stringMatching(warning)]);
  expect((await second.service.inspect()).runningServices).toHaveLength(2);
  expect((await findingsOf(database))[0]?.message).toContain("2 services run on this database");
  await first.service.stop();
  expect(await findingsOf(database)).toEqual([]);
});

test("a service that runs on the original of a restored backup does not count for the copy", async () => {
  const original = serviceOn(freshFile());
  await original.service.start();
  const restored = freshFile();
  const backup = `${restored}.backup`;
  await original.service.backup(backup);
  expect(await commandLineOn(restored).call("restore", backup)).toMatchObject({ exitCode: 0 });
  const { service, warnings } = serviceOn(restored);
  await service.start();
  expect([warnings, await findingsOf(restored)]).toEqual([[], []]);
});

test("a service that runs on the original of a plain copy does not count for the copy", async () => {
  const file = freshFile();
  const original = serviceOn(file);
  await original.service.start();
  const copy = freshFile();
  new Sqlite(file).exec(`VACUUM INTO '${copy}'`).close();
  chmodSync(copy, 0o600);
  const { service, warnings } = serviceOn(copy);
  await service.start();
  expect([warnings, await findingsOf(copy)]).toEqual([[], []]);
});

test("a service that was killed, and one from before a restart of the machine, do not count as running", async () => {
  const database = freshFile();
  const storage = storageOn(database);
  await storage.open();
  const notes = [
    // Larger than any process id.
    { owner: `${hostname()}/99999999/boot_killed`, startedAt: Date.now() },
    { owner: `${hostname()}/${process.ppid}/boot_before`, startedAt: 0 },
  ];
  await storage.write(({ settings }) => settings.put("running_services", JSON.stringify(notes)));
  await storage.close();
  const { service, warnings } = serviceOn(database);
  await service.start();
  expect([warnings, (await service.inspect()).runningServices.length]).toEqual([[], 1]);
});

test("a service of another host, which may have been killed, is reported at the next start only", async () => {
  const database = freshFile();
  const storage = storageOn(database);
  await storage.open();
  const notes = [{ owner: "other-host/1/boot_other", startedAt: Date.now() }];
  await storage.write(({ settings }) => settings.put("running_services", JSON.stringify(notes)));
  await storage.close();
  const first = serviceOn(database);
  await first.service.start();
  await first.service.stop();
  const second = serviceOn(database);
  await second.service.start();
  expect([first.warnings, second.warnings]).toEqual([[expect.stringMatching(warning)], []]);
});
