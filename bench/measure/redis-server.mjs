// Starts an installed Redis for BullMQ on a free port of loopback. It syncs each write, as the other
// databases do.
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "./free-port.mjs";

/** @returns {Promise<{ port: number, stop(): Promise<void> } | undefined>} Undefined: none is installed. */
export async function startRedis() {
  if (spawnSync("redis-server", ["--version"]).status !== 0) return undefined;
  const folder = mkdtempSync(join(tmpdir(), "payment-sessions-bench-redis-"));
  const port = await freePort();
  const options = [
    "--bind",
    "127.0.0.1",
    "--dir",
    folder,
    "--save",
    "",
    "--appendonly",
    "yes",
    "--appendfsync",
    "always",
  ];
  const server = spawn("redis-server", ["--port", String(port), ...options], { stdio: "ignore" });
  try {
    await untilListening(port);
  } catch (error) {
    server.kill();
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
  return {
    port,
    async stop() {
      const ended = new Promise((resolve) => server.once("exit", resolve));
      server.kill("SIGTERM");
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function untilListening(port) {
  for (let tries = 0; tries < 100; tries += 1) {
    const isListening = await new Promise((resolve) => {
      const socket = connect(port, "127.0.0.1", () => {
        socket.end();
        resolve(true);
      }).once("error", () => resolve(false));
    });
    if (isListening) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("Redis did not start within five seconds.");
}
