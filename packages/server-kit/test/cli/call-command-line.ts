// Calls the command line in this process, on a database of its own.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { runCommandLine } from "../../src/cli/run-command-line.js";
import type { Storage } from "../../src/storage/port.js";
import { createMigratedDatabase } from "../postgres/server.js";
import { storageAt } from "../storage-at.js";
import { storageName } from "../storages.js";

export interface Result {
  exitCode: number;
  out: string;
  error: string;
}

/** A database file that does not exist yet, in a fresh folder; removed after the test. */
export function freshFile(): string {
  const folder = mkdtempSync(join(tmpdir(), "payment-sessions-cli-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, "payments.db");
}

/** A database of the storage that the tests run on, without any record; removed after the test. */
export async function freshDatabase(): Promise<string> {
  if (storageName === "SQLite") return freshFile();
  const { connectionString, drop } = await createMigratedDatabase();
  onTestFinished(drop);
  return connectionString;
}

/** A storage on such a database. */
export function storageOn(database: string): Storage {
  return storageAt({ kind: database.includes("://") ? "PostgreSQL" : "SQLite", address: database });
}

export function commandLineOn(database: string, environment: Record<string, string> = {}) {
  return callsWith({ PAYMENT_SESSIONS_DATABASE: database, ...environment });
}

/** Called in a folder, without PAYMENT_SESSIONS_DATABASE. */
export function commandLineIn(folder: string, environment: Record<string, string> = {}) {
  return callsWith(environment, folder);
}

function callsWith(variables: Record<string, string>, folder?: string) {
  /** Runs a command to its end; `payment show` is two words. */
  async function call(...argv: string[]): Promise<Result> {
    const { io, result } = recorder(folder);
    const exitCode = await runCommandLine(argv, variables, io);
    return { exitCode, ...result() };
  }

  return {
    call,
    /** Parses standard output, which must be one JSON document. */
    async json(...argv: string[]): Promise<{ exitCode: number; document: unknown }> {
      const { exitCode, out } = await call(...argv, "--json");
      return { exitCode, document: JSON.parse(out) };
    },
    /** For commands that keep running: resolves when something was printed. `stop` does what a signal does. */
    async begin(...argv: string[]): Promise<{ out: string; stop(): Promise<Result> }> {
      const { io, result, printed, signal } = recorder(folder);
      const ended = runCommandLine(argv, variables, io);
      const early = await Promise.race([printed, ended]);
      if (early !== "printed") throw new Error(`It ended with ${early}: ${result().error}`);
      return {
        out: result().out,
        async stop() {
          signal();
          return { exitCode: await ended, ...result() };
        },
      };
    },
  };
}

function recorder(folder: string | undefined) {
  const lines: { out: string[]; error: string[] } = { out: [], error: [] };
  let written = "";
  let resolvePrinted = () => {};
  let stop = () => {};
  const printed = new Promise<"printed">((resolve) => {
    resolvePrinted = () => resolve("printed");
  });
  return {
    io: {
      ...(folder === undefined ? {} : { folder }),
      out(text: string) {
        lines.out.push(text);
        resolvePrinted();
      },
      async write(text: string) {
        written += text;
        resolvePrinted();
      },
      error: (text: string) => void lines.error.push(text),
      onStop(callback: () => void) {
        stop = callback;
      },
    },
    result: () => ({ out: lines.out.join("\n") + written, error: lines.error.join("\n") }),
    printed,
    signal: () => stop(),
  };
}
