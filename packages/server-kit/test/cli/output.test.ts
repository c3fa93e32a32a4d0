// What the command line does when its output cannot be written: a pipe that is closed, a full disk.
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { closeSync, constants, existsSync, openSync, readFileSync, writeSync } from "node:fs";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { describe, expect, onTestFinished, test } from "vitest";
import { bundledProgram } from "../bundled-program.js";
import { commandLineOn, freshFile } from "./call-command-line.js";

const program = bundledProgram("../src/cli.ts");

type Output = "pipe" | number;

function start(database: string, argv: string[], stdout: Output = "pipe", stderr: Output = "pipe") {
  const child = spawn(process.execPath, [program, ...argv], {
    env: { PAYMENT_SESSIONS_DATABASE: database },
    stdio: ["ignore", stdout, stderr],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const ended = collect(child);
  return { child, ended };
}

async function collect(child: ChildProcess): Promise<{ exitCode: unknown; error: string }> {
  let error = "";
  child.stderr?.on("data", (chunk) => {
    error += chunk;
  });
  const [exitCode] = await once(child, "close");
  return { exitCode, error };
}

test.each([["store list"], ["audit export --format ndjson"]])(
  "%s ends quietly when nobody reads its output",
  async (words) => {
    const database = freshFile();
    await commandLineOn(database).call("store", "create", "--name", "Tea", "--merchant-id", "tea");
    await commandLineOn(database).call("migrate");
    const { child, ended } = start(database, words.split(" "));
    child.stdout?.destroy();
    expect(await ended).toEqual({ exitCode: 0, error: "" });
  },
);

test.runIf(existsSync("/dev/full"))("output that a full disk does not take is an error in one line", async () => {
  const database = freshFile();
  await commandLineOn(database).call("migrate");
  for (const words of ["store list", "audit export --format csv"]) {
    const { ended } = start(database, words.split(" "), openSync("/dev/full", "w"));
    const { exitCode, error } = await ended;
    expect([exitCode, error.trim().split("\n")]).toEqual([1, [expect.stringContaining("ENOSPC")]]);
  }
});

/** The URL of a served process, when it listens. Its log comes between when a terminal shows both. */
async function urlOf({ stdout }: ChildProcess): Promise<string> {
  // The pipe that `start` asked for.
  for await (const line of createInterface({ input: stdout as NonNullable<typeof stdout> })) {
    const url = /^[^{]*(http:\S+)/.exec(line)?.[1];
    if (url !== undefined) return url;
  }
  throw new Error("It ended before it was listening.");
}

test.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)("serve stops gracefully at %s", async (signal) => {
  const { child, ended } = start(freshFile(), ["serve", "--port", "0"]);
  await urlOf(child);
  child.kill(signal);
  expect(await ended).toEqual({ exitCode: 0, error: expect.stringContaining("Stopping") });
});

describe.skipIf(spawnSync("script", ["--version"]).error !== undefined)("a closed terminal", () => {
  test.each(["SIGHUP", "SIGTERM"] as const)(
    "serve stops gracefully at %s when its terminal is closed",
    async (signal) => {
      const database = freshFile();
      const [id, result] = ["id", "result"].map((name) => join(dirname(database), name)) as [string, string];
      // `script` opens the terminal. Its shell ignores SIGHUP, so that it can tell how the service ended.
      const serve = `echo $$ > "${id}"; exec "${process.execPath}" "${program}" serve --port 0`;
      const terminal = spawn(
        "script",
        ["-q", "-c", `trap "" HUP; sh -c '${serve}'; echo $? > "${result}"`, "/dev/null"],
        {
          env: { ...process.env, PAYMENT_SESSIONS_DATABASE: database },
          stdio: ["ignore", "pipe", "pipe"],
        },
      );
      const url = await urlOf(terminal);
      const processId = Number(readFileSync(id, "utf8"));
      onTestFinished(() => void (existsSync(result) || process.kill(processId, "SIGKILL")));
      terminal.kill("SIGKILL");
      await once(terminal, "close");
      expect((await fetch(`${url}/health`)).status).toBe(200);
      process.kill(processId, signal);
      await expect.poll(() => existsSync(result) && readFileSync(result, "utf8"), { timeout: 10_000 }).toBe("0\n");
    },
  );
});

test("a service whose output and log nobody reads any more continues, and stops at the signal", async () => {
  const { child, ended } = start(freshFile(), ["serve", "--port", "0"]);
  const url = await urlOf(child);
  child.stdout?.destroy();
  child.stderr?.destroy();
  for (let call = 0; call < 3; call += 1) expect((await fetch(`${url}/health`)).status).toBe(200);
  child.kill("SIGTERM");
  expect((await ended).exitCode).toBe(0);
});

test.runIf(existsSync("/dev/full"))(
  "a service whose log is on a full disk continues, and stops at the signal",
  async () => {
    const { child, ended } = start(freshFile(), ["serve", "--port", "0"], "pipe", openSync("/dev/full", "w"));
    const url = await urlOf(child);
    for (let call = 0; call < 3; call += 1) expect((await fetch(`${url}/health`)).status).toBe(200);
    child.kill("SIGTERM");
    expect((await ended).exitCode).toBe(0);
  },
  20_000,
);

/** A pipe that takes nothing more. */
function fullPipe(): number {
  const path = join(dirname(freshFile()), "pipe");
  spawnSync("mkfifo", [path]);
  const pipe = openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
  onTestFinished(() => closeSync(pipe));
  const piece = Buffer.alloc(1024);
  expect(() => {
    for (;;) writeSync(pipe, piece);
  }).toThrow("EAGAIN");
  return pipe;
}

test.skipIf(process.platform === "win32")(
  "a service whose log is read no more, without being closed, continues and stops at the signal",
  async () => {
    const { child, ended } = start(freshFile(), ["serve", "--port", "0"], "pipe", fullPipe());
    const url = await urlOf(child);
    for (let call = 0; call < 3; call += 1) expect((await fetch(`${url}/health`)).status).toBe(200);
    child.kill("SIGTERM");
    await ended;
    expect(child.signalCode).toBe("SIGKILL");
  },
);
