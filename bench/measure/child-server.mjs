// Runs a candidate's server in a separate process, so that its CPU time is measured apart from the load
// generator's.
import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";

/**
 * @param {string} program File name in `servers/`.
 * @param {object} [settings] Passed as JSON.
 * @returns {Promise<{ facts: any, ask(question: string, value?: unknown): Promise<any>, stop(): Promise<void> }>}
 */
export async function startServer(program, settings = {}) {
  const child = fork(fileURLToPath(new URL(`../servers/${program}`, import.meta.url)), [JSON.stringify(settings)], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const waiting = new Map();
  let lastQuestion = 0;
  let whenReady;
  const ready = new Promise((resolve, reject) => {
    whenReady = resolve;
    child.once("exit", (code) => {
      const error = new Error(`bench/servers/${program} ended with code ${code}; its errors are above`);
      reject(error);
      for (const { reject: fail } of waiting.values()) fail(error);
    });
  });
  child.on("message", (message) => {
    if (message.ready) return whenReady(message.ready);
    const { resolve, reject } = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.error) reject(new Error(`${program}: ${message.error}`));
    else resolve(message.value);
  });
  return {
    facts: await ready,
    ask(question, value) {
      lastQuestion += 1;
      const id = lastQuestion;
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        child.send({ id, question, value });
      });
    },
    async stop() {
      if (child.exitCode !== null) return;
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGTERM");
      await ended;
    },
  };
}
