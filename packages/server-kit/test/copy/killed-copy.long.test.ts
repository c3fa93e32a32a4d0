// Tests that a copy which is killed with SIGKILL repeatedly ends with the same database, in both directions.
import { spawn } from "node:child_process";
import { expect, onTestFinished, test } from "vitest";
import { sqliteStorage } from "../../src/index.js";
import { bundledProgram } from "../bundled-program.js";
import { freshFile } from "../cli/call-command-line.js";
import { createTestDatabase } from "../postgres/server.js";
import { furnish, openReceiver, startService } from "./copied-service.js";

const copyProgram = bundledProgram("copy/copy-process.ts");

/** Runs a copy; kills it when it reports its `killAt`-th slice. */
function runCopy(from: string, to: string, killAt = Number.POSITIVE_INFINITY) {
  const child = spawn(process.execPath, [copyProgram, "--from", from, "--to", to, "--json"]);
  let output = "";
  let errors = "";
  child.stdout.on("data", (chunk) => {
    output += String(chunk);
  });
  child.stderr.on("data", (chunk) => {
    errors += String(chunk);
    if ((errors.match(/^(?:Copied|Compared) /gm)?.length ?? 0) >= killAt) child.kill("SIGKILL");
  });
  return new Promise<{ wasKilled: boolean; tables: object[]; isResumed: boolean }>((resolve, reject) => {
    child.once("close", (code, signal) => {
      if (signal !== "SIGKILL" && code !== 0) return reject(new Error(`The copy ended with ${code}: ${errors}`));
      const document = signal === "SIGKILL" ? { tables: [], isResumed: false } : JSON.parse(output);
      resolve({ wasKilled: signal === "SIGKILL", ...document });
    });
  });
}

test("a copy to PostgreSQL and back that is killed at sixteen places is resumed and equal", async () => {
  const file = freshFile();
  const receiver = await openReceiver();
  onTestFinished(() => receiver.close());
  const { service, origin } = await startService(sqliteStorage({ filename: file }), { at: Date.UTC(2026, 4, 7) });
  await furnish(service, origin, receiver.url, 2500);
  await service.stop();
  const { connectionString, drop } = await createTestDatabase();
  onTestFinished(drop);
  const back = freshFile();
  let kills = 0;
  const tables: object[][] = [];
  for (const [from, to] of [
    [file, connectionString],
    [connectionString, back],
  ] as const) {
    for (const killAt of [1, 2, 3, 5, 8, 13, 21, 34]) kills += (await runCopy(from, to, killAt)).wasKilled ? 1 : 0;
    const done = await runCopy(from, to);
    expect(done).toMatchObject({ wasKilled: false, isResumed: true });
    tables.push(done.tables);
  }
  expect(kills).toBeGreaterThanOrEqual(12);
  expect(tables[1]).toEqual(tables[0]);
}, 180_000);
