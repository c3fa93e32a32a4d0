// Runs one command to its end with a deadline, in its own process group, so that nothing it started outlives
// it.
import { spawn } from "node:child_process";

/** @type {Set<import("node:child_process").ChildProcess>} */
const running = new Set();
const isWindows = process.platform === "win32";

/**
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd: string, env?: Record<string, string>, deadlineMs?: number }} options
 * @returns {Promise<{ isOk: boolean, output: string, stdout: string }>}
 */
export function run(command, args, { cwd, env = {}, deadlineMs = 120_000 }) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ["ignore", "pipe", "pipe"],
      detached: !isWindows,
      shell: isWindows && command === "npm",
    });
    running.add(child);
    let [stdout, output, isLate] = ["", "", false];
    child.stdout.setEncoding("utf8").on("data", (text) => {
      stdout += text;
      output += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text) => {
      output += text;
    });
    const timer = setTimeout(() => {
      isLate = true;
      endGroup(child);
    }, deadlineMs);
    const end = (isOk, last = "") => {
      clearTimeout(timer);
      running.delete(child);
      resolve({ isOk, stdout, output: output + last });
    };
    child.on("error", (error) => end(false, `${command} did not start: ${error.message}\n`));
    child.on("close", (code) => {
      if (!isLate) endGroup(child);
      end(code === 0 && !isLate, isLate ? `${command} was not done after ${deadlineMs / 1000} s\n` : "");
    });
  });
}

/** Ends everything that is still running. */
export function endAll() {
  for (const child of running) endGroup(child);
}

/** The group may outlive its first process while others are in it; killing a group that has ended throws. */
function endGroup(child) {
  try {
    if (isWindows) child.kill();
    else process.kill(-child.pid, "SIGKILL");
  } catch (error) {
    if (error.code !== "ESRCH") throw error;
  }
}
