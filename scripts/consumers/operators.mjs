// Projects of operators that use the server kit: a program, TypeScript, and the command line; on SQLite,
// without the packages that PostgreSQL needs.
import { cpSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { compile } from "./merchants.mjs";
import { fetchInto, installOurs, makeProject } from "./projects.mjs";
import { run } from "./run.mjs";

/** @type {import("./check-consumers.mjs").Consumer[]} */
export const operators = [
  {
    name: "server kit: a program, TypeScript, the command line, without the packages for PostgreSQL",
    run: usesServerKit,
  },
];

async function usesServerKit({ folder, registry, root }) {
  makeProject(folder, {
    files: ["operator.mjs", "operator.ts", "command-line.mjs", "without-postgres.mjs"],
    registry,
    manifest: { type: "module" },
  });
  // Compiling the driver takes minutes; the workspace contains the same version, compiled.
  await installOurs(folder, ["server-kit"], ["--ignore-scripts"]);
  copyCompiledDriver(root, folder);
  const { devDependencies } = createRequire(import.meta.url)(join(root, "package.json"));
  await fetchInto(folder, ["--ignore-scripts", `@types/node@${devDependencies["@types/node"]}`]);
  const results = [];
  for (const program of ["operator.mjs", "command-line.mjs", "without-postgres.mjs"]) {
    results.push(await run(process.execPath, [program], { cwd: folder }));
  }
  const compiling = { module: "node16", moduleResolution: "node16", skipLibCheck: false };
  results.push(await compile({ folder, root }, "operator.ts", compiling));
  return { isOk: results.every(({ isOk }) => isOk), output: results.map(({ output }) => output).join("") };
}

function copyCompiledDriver(root, folder) {
  const [from, to] = [join(root, "packages", "server-kit"), folder].map((place) => {
    const manifest = createRequire(join(place, "package.json")).resolve("better-sqlite3/package.json");
    return { version: createRequire(import.meta.url)(manifest).version, path: dirname(manifest) };
  });
  if (from.version !== to.version) {
    throw new Error(
      `the workspace has better-sqlite3 ${from.version}, an install of the server kit brings ${to.version}`,
    );
  }
  const compiled = join("build", "Release", "better_sqlite3.node");
  cpSync(join(from.path, compiled), join(to.path, compiled));
}
