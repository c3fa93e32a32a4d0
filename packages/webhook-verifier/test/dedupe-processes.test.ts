// Tests deduplication between real processes on one SQLite file: duplicates handled concurrently, and a
// handler that is killed halfway.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { handleOnce } from "@payment-sessions/webhook-verifier/dedupe";
import { sqliteDedupeStore } from "@payment-sessions/webhook-verifier/sqlite";
import Database from "better-sqlite3";
import { afterEach, beforeEach, expect, test } from "vitest";

const fromHere = createRequire(import.meta.url);
// The bundler that tsup depends on, so that a child process can run the sources.
const esbuild: { buildSync(options: object): void } = createRequire(fromHere.resolve("tsup"))("esbuild");

let folder = "";
let file = "";
let children: ChildProcess[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "dedupe-"));
  file = join(folder, "shop.db");
  const database = new Database(file);
  database.pragma("journal_mode = WAL");
  sqliteDedupeStore(database); // creates the table before the concurrent processes start
  database.close();
  esbuild.buildSync({
    entryPoints: [new URL("../src/entries/sqlite.ts", import.meta.url).pathname],
    bundle: true,
    format: "esm",
    platform: "neutral",
    outfile: join(folder, "sqlite.mjs"),
  });
  writeFileSync(
    join(folder, "child.mjs"),
    `import { createRequire } from "node:module";
     import { sqliteDedupeStore } from "./sqlite.mjs";
     const Database = createRequire(${JSON.stringify(import.meta.url)})("better-sqlite3");
     const store = sqliteDedupeStore(new Database(${JSON.stringify(file)}, { timeout: 15000 }));
     console.log("ready");
     process.stdin.once("data", async (keys) => {
       for (const key of String(keys).trim().split(" ")) console.log(key, (await store.claim(key)).outcome);
       console.log("end"); // and stays alive, as a handler that works on
     });`,
  );
});

afterEach(() => {
  for (const child of children) child.kill("SIGKILL");
  children = [];
  rmSync(folder, { recursive: true });
});

async function start() {
  const child = spawn(process.execPath, [join(folder, "child.mjs")], { stdio: ["pipe", "pipe", "inherit"] });
  children.push(child);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  await lines.next();
  return {
    child,
    async claim(keys: readonly string[]): Promise<string[]> {
      child.stdin.write(`${keys.join(" ")}\n`);
      const claimed: string[] = [];
      for (;;) {
        const { done, value } = await lines.next();
        if (done) throw new Error("the child ended early");
        if (value === "end") return claimed;
        if (value.endsWith(" claimed")) claimed.push(value.split(" ")[0] ?? "");
      }
    },
  };
}

test("gives each of 100 deliveries to one of three processes that race for all", async () => {
  const keys = Array.from({ length: 100 }, (_, index) => `delivery-${index}`);
  const racers = await Promise.all([start(), start(), start()]);
  const claimed = await Promise.all(racers.map((racer) => racer.claim(keys)));
  expect(claimed.flat().sort()).toEqual([...keys].sort());
});

test("handles a delivery whose first handler was killed, once its lease is over", async () => {
  const { child, claim } = await start();
  expect(await claim(["a"])).toEqual(["a"]);
  child.kill("SIGKILL");
  await once(child, "exit");
  let time = Date.now();
  const store = sqliteDedupeStore(new Database(file), { now: () => time });
  const handled: string[] = [];
  expect(await handleOnce(store, ["a"], () => handled.push("too early"))).toBe("in_flight");
  time += 61_000;
  expect(await handleOnce(store, ["a"], () => handled.push("after the lease"))).toBe("handled");
  expect(handled).toEqual(["after the lease"]);
});
