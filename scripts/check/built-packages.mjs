// Checks the built packages as npm users get them: their metadata (publint), their types (attw), and that
// each entry loads by import and by require.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { runTool } from "./run-command.mjs";
import { findFiles, readManifest } from "./workspace.mjs";

/** @returns {Promise<{ isOk: boolean, output: string }>} */
export async function checkBuiltPackage(root, name, signal) {
  const folder = join(root, "packages", name);
  const manifest = readManifest(root, name);
  if (manifest.exports === undefined) {
    return {
      isOk: false,
      output: `packages/${name}/package.json has no "exports": nothing can be imported from it.\n`,
    };
  }
  const results = [
    await runTool(root, "publint", ["run", folder, "--strict", "--pack", "npm"], { signal }),
    await runTool(root, "attw", ["--pack", folder, "--profile", "node16", "--no-emoji", "--no-color"], { signal }),
  ];
  for (const { specifier, isData, target } of entriesOf(manifest, folder)) {
    if (!existsSync(target)) {
      results.push({ isOk: false, output: `${specifier} points to ${target}, which the build did not make.\n` });
      continue;
    }
    // Inside its own folder a package resolves its own name, through the same `exports` that its users go
    // through.
    const importing = `const loaded = await import(${JSON.stringify(specifier)}); if (Object.keys(loaded).length === 0) throw new Error("exports nothing");`;
    const requiring = `const loaded = require(${JSON.stringify(specifier)}); if (Object.keys(loaded).length === 0) throw new Error("exports nothing");`;
    const loads = isData ? [] : [["import", ["--input-type=module", "--eval", importing]]];
    loads.push(["require", ["--input-type=commonjs", "--eval", requiring]]);
    for (const [way, args] of loads) {
      const result = await runTool(root, "node", args, { cwd: folder, signal });
      results.push({
        isOk: result.isOk,
        output: result.isOk ? "" : `${way} of ${specifier} failed:\n${result.output}`,
      });
    }
  }
  return {
    isOk: results.every((result) => result.isOk),
    output: results
      .filter((result) => !result.isOk)
      .map((result) => result.output)
      .join("\n"),
  };
}

/** Each entry of `exports` as the specifier that users write; a pattern stands for every file that it matches. */
function entriesOf(manifest, folder) {
  const entries = typeof manifest.exports === "string" ? { ".": manifest.exports } : manifest.exports;
  const paths = Object.keys(entries).some((key) => key.startsWith(".")) ? entries : { ".": entries };
  return Object.entries(paths).flatMap(([path, conditions]) => {
    const file = fileOf(conditions);
    if (file === undefined) return [];
    const names = path.includes("*") ? matchesOf(path, file, folder) : [[path, file]];
    return names.map(([entry, target]) => ({
      specifier: manifest.name + entry.slice(1),
      target: join(folder, target),
      isData: target.endsWith(".json"),
    }));
  });
}

/** The file of the `import` or `default` condition, however deeply the conditions are nested. */
function fileOf(conditions) {
  if (typeof conditions === "string") return conditions;
  if (conditions === null || typeof conditions !== "object") return undefined;
  return fileOf(conditions.import ?? conditions.node ?? conditions.default ?? conditions.require);
}

function matchesOf(path, file, folder) {
  const [start, end] = file.split("*").map((part) => join(folder, part));
  const suffix = file.split("*")[1];
  return findFiles(join(folder, "dist"), /./)
    .filter((found) => found.startsWith(start) && found.endsWith(suffix) && end !== undefined)
    .map((found) => found.slice(start.length, found.length - suffix.length))
    .map((name) => [path.replace("*", name), file.replace("*", name)]);
}
