// Builds the package into a folder of its own, as npm users have it, and removes it after the tests of the file.
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll } from "vitest";

/** The package's folder in the repository. */
export const source = fileURLToPath(new URL("../../", import.meta.url));
mkdirSync(join(source, ".tmp"), { recursive: true });
/** A program's folder, in whose node_modules the package is. */
export const project = mkdtempSync(join(source, ".tmp", "consumer-"));
export const installed = join(project, "node_modules", "@payment-sessions", "sdk");
export const dist = join(installed, "dist");

/** To be called once in a test file. Building the types takes five times as long as building the rest. */
export function installPackage({ withTypes }: { withTypes: boolean }): void {
  beforeAll(() => {
    mkdirSync(installed, { recursive: true });
    for (const file of ["package.json", "README.md", "LICENSE", "bin"])
      cpSync(join(source, file), join(installed, file), { recursive: true });
    const tsup = createRequire(import.meta.url).resolve("tsup/dist/cli-default.js");
    const args = [tsup, "--out-dir", dist, "--silent", ...(withTypes ? [] : ["--no-dts"])];
    execFileSync(process.execPath, args, { cwd: source });
  }, 240_000);
  afterAll(() => rmSync(project, { recursive: true, force: true }));
}

/** What a program in the project prints. */
export function run(file: string, text: string): string {
  writeFileSync(join(project, file), text);
  return execFileSync(process.execPath, [file], { cwd: project, encoding: "utf8" }).trim();
}
