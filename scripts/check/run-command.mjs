// Runs a tool of node_modules/.bin, or node itself, and collects its output: no pnpm or npx has to be on the
// PATH.
import { spawn } from "node:child_process";
import { join } from "node:path";

/**
 * @param {string} root
 * @param {string} tool A name in node_modules/.bin, or `node`.
 * @param {string[]} args
 * @param {{ cwd?: string, env?: Record<string, string>, isLive?: boolean, signal?: AbortSignal }} [options] `isLive` prints the output as it arrives; `signal` ends the tool and the processes it started.
 * @returns {Promise<{ isOk: boolean, output: string }>}
 */
export function runTool(root, tool, args, { cwd = root, env = {}, isLive = false, signal } = {}) {
  const isWindows = process.platform === "win32";
  const command =
    tool === "node" ? process.execPath : join(root, "node_modules", ".bin", tool + (isWindows ? ".cmd" : ""));
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: isLive ? "inherit" : ["ignore", "pipe", "pipe"],
      shell: isWindows && tool !== "node",
      // A process group of its own, so that a deadline ends the tool's children too.
      detached: signal !== undefined && !isWindows,
    });
    const end = () => (isWindows ? child.kill() : process.kill(-child.pid, "SIGKILL"));
    signal?.addEventListener("abort", end, { once: true });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding("utf8").on("data", (text) => {
        output += text;
      });
    }
    child.on("error", (error) =>
      resolve({ isOk: false, output: `${output}${tool} did not start: ${error.message}\n` }),
    );
    child.on("close", (code) => {
      signal?.removeEventListener("abort", end);
      resolve({ isOk: code === 0, output });
    });
  });
}
