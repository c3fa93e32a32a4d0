// What the command line does when its output cannot be written: a pipe that is closed, a full disk.
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { closeSync, constants, existsSync, openSync, readFileSync, writeSync } from "node:fs";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { expect, onTestFinished, test } from "vitest";
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

/** The URL of a served process, when it listens. */
async function urlOf({ stdout }: ChildProcess): Promise<string> {
  // The pipe that `start` asked for.
  const lines = createInterface({ input: stdout as NonNullable<typeof stdout> });
  const [line] = await once(lines, "line");
  return /http:\S+/.exec(String(line))?.[0] ?? "";
}

test.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)("serve stops gracefully at %s", async (signal) => {
  const { child, ended } = start(freshFile(), ["serve", "--port", "0"]);
  await urlOf(child);
  child.kill(signal);
  expect(await ended).toEqual({ exitCode: 0, error: expect.stringContaining("Stopping") });
});

test.skipIf(spawnSync("script", ["--version"]).error !== undefined)(
  "serve stops gracefully when its terminal is closed",
  async () => {
    const database = freshFile();
    const result = join(dirname(database), "result");
    // `script` opens the terminal. Its shell passes the signal on, which interrupts the first `wait`.
    const serve = `"${process.execPath}" "${program}" serve --port 0 2>/dev/null`;
    const command = `${serve} & trap "kill -HUP $!" HUP; wait $!; wait $!; echo $? > "${result}"`;
    const terminal = spawn("script", ["-q", "-c", command, "/dev/null"], {
      env: { ...process.env, PAYMENT_SESSIONS_DATABASE: database },
      stdio: ["ignore", "pipe", "pipe"],
    });
    onTestFinished(() => void terminal.kill("SIGKILL"));
    await urlOf(terminal);
    terminal.kill("SIGKILL");
    await expect.poll(() => existsSync(result) && readFileSync(result, "utf8"), { timeout: 10_000 }).toBe("0\n");
  },
);

test("a service whose output and log nobody reads any more continues, and stops at the signal", async () => {
  const { child, ended } = start(freshFile(), ["serve", "--port", "0"]);
  const url = await urlOf(child);
  child.stdout?.destroy();
  child.stderr?.destroy();
  for (let call = 0; call < 3; call += 1) expect((await fetch(`${url}/health`)).status).toBe(200);
  child.kill("SIGTERM");
  expect((await ended).exitCode).toBe(0);
});

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
