// The processes of the load test: started on fixed ports, killed, stopped, started again by a supervisor, older or newer by a migration.
import { type ChildProcess, spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import type { Options } from "tsup";
import { type Bundle, bundleOf } from "../bundled-program.js";
import type { LoadInstanceSettings } from "./instance-process.js";

export type Version = "older" | "newer";

/**
 * One more migration at the end of the list: it adds a column, which the older version does not know, to a
 * table in use.
 */
const oneMoreMigration: NonNullable<Options["esbuildPlugins"]>[number] = {
  name: "one-more-migration",
  setup({ onLoad }) {
    onLoad({ filter: /postgres[\\/]migrate\.ts$/ }, async ({ path }) => {
      const text = await readFile(path, "utf8");
      const entry = `{ name: "999-later", sql: "ALTER TABLE payments ADD COLUMN later text" }`;
      const contents = text.replace(/(\n(?:export )?const migrations\b[^=]*= \[[\s\S]*?)\n\];/, `$1\n  ${entry},\n];`);
      if (contents === text) throw new Error("The list of migrations was not found.");
      return { contents, loader: "ts" };
    });
  },
};

const bundleOfVersion = (version: Version, esbuildPlugins: NonNullable<Options["esbuildPlugins"]>) =>
  bundleOf(["load/instance-process.ts"], { name: `load-${version}`, esbuildPlugins });
const versions: Record<Version, Bundle> = {
  older: bundleOfVersion("older", []),
  newer: bundleOfVersion("newer", [oneMoreMigration]),
};

export async function buildVersions(): Promise<void> {
  for (const { build } of Object.values(versions)) await build();
}

export async function removeVersions(): Promise<void> {
  for (const { remove } of Object.values(versions)) await remove();
}

export interface SupervisedInstance {
  base: string;
  version: Version;
  kills: number;
  kill(): void;
  /** Stops it gracefully and starts the newer version in its place. */
  upgrade(): Promise<void>;
  stop(): Promise<void>;
}

/** Restarts it whenever it exits, until it is stopped. */
export function supervise(settings: LoadInstanceSettings, onError: (line: string) => void): SupervisedInstance {
  let child: ChildProcess;
  let isStopped = false;
  const instance: SupervisedInstance = {
    base: `http://127.0.0.1:${settings.port}`,
    version: "older",
    kills: 0,
    kill() {
      instance.kills += 1;
      child.kill("SIGKILL");
    },
    async upgrade() {
      instance.version = "newer";
      await end();
    },
    async stop() {
      isStopped = true;
      await end();
    },
  };

  function end(): Promise<void> {
    return new Promise((resolve) => {
      if (child.exitCode !== null || child.signalCode !== null) return resolve();
      child.once("exit", () => resolve());
      child.kill("SIGTERM");
    });
  }

  function start(): void {
    child = spawn(process.execPath, [versions[instance.version].file("instance-process"), JSON.stringify(settings)], {
      stdio: ["ignore", "ignore", "pipe"],
    });
    child.stderr?.on("data", (text) => onError(`${settings.port} ${instance.version}: ${text}`));
    child.once("exit", () => {
      if (!isStopped) setTimeout(start, 300);
    });
  }
  start();
  return instance;
}
