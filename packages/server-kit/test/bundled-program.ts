// Programs that tests run as separate processes, to kill them or to run several at once: bundled once, with packages as they are installed.
import { spawn } from "node:child_process";
import { rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, type Options } from "tsup";
import { afterAll, beforeAll } from "vitest";

const testFolder = dirname(fileURLToPath(import.meta.url));

export interface Bundle {
  /** Inside the package, so that a program finds its dependencies; may contain files of its runs. */
  folder: string;
  /** One bundled program by the name of its source, without `.ts`. */
  file(name: string): string;
  build(): Promise<void>;
  remove(): Promise<void>;
}

/** `sources` are below the folder test. */
export function bundleOf(
  sources: readonly string[],
  { name, ...more }: { name?: string; esbuildPlugins?: NonNullable<Options["esbuildPlugins"]> } = {},
): Bundle {
  const bundleName = name ?? basename(sources[0] ?? "", ".ts");
  const folder = join(dirname(testFolder), ".tmp", `${bundleName}-${process.pid}`);
  return {
    folder,
    file: (source) => join(folder, `${source}.js`),
    build: () =>
      build({
        entry: sources.map((source) => join(testFolder, source)),
        outDir: folder,
        format: "esm",
        outExtension: () => ({ js: ".js" }),
        // Packages of others are loaded as they are published; ours are taken from their sources.
        external: [/^(?!@payment-sessions\/)[^./]/],
        config: false,
        silent: true,
        dts: false,
        ...more,
      }),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Bundles a program for the tests of this file; returns where it is. */
export function bundledProgram(source: string): string {
  const bundle = bundleOf([source]);
  beforeAll(bundle.build, 60_000);
  afterAll(bundle.remove);
  return bundle.file(basename(source, ".ts"));
}

/** Runs a bundled program until it exits or is killed. `output` is what it had printed until then. */
export function runUntilKilled(program: string, args: string[]): Promise<{ wasKilled: boolean; output: string }> {
  const child = spawn(process.execPath, [program, ...args]);
  let output = "";
  let errors = "";
  child.stdout.on("data", (chunk) => {
    output += chunk;
  });
  child.stderr.on("data", (chunk) => {
    errors += chunk;
  });
  return new Promise((resolve, reject) => {
    child.once("close", (code, signal) => {
      if (code !== 0 && signal !== "SIGKILL") reject(new Error(`The process ended with ${code}: ${errors}`));
      else resolve({ wasKilled: signal === "SIGKILL", output });
    });
  });
}
