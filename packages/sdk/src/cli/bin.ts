#!/usr/bin/env node
// Runs the command line in a process.
import { setTimeout } from "node:timers/promises";
import { runCommandLine } from "./main.js";

const stop = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stop.abort());

process.exitCode = await runCommandLine(process.argv.slice(2), {
  environment: process.env,
  out: (line) => process.stdout.write(`${line}\n`),
  error: (line) => process.stderr.write(`${line}\n`),
  stopped: stop.signal,
  fetch: globalThis.fetch,
  now: Date.now,
  pause: (ms, signal) => setTimeout(ms, undefined, { signal }).catch(() => undefined),
});
// A connection that is still closing must not keep the process alive.
process.exit();
