// Who uses the SDK and the verifier: ES modules, CommonJS, TypeScript, Jest, a bundler, and the runtimes beside this one.
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fetchInto, installOurs, makeProject } from "./projects.mjs";
import { run } from "./run.mjs";

const packages = ["sdk", "webhook-verifier"];
const jest = "jest@30.5.2";

/** @type {import("./check-consumers.mjs").Consumer[]} */
export const merchants = [
  { name: "ES modules", run: (place) => runsUnderNode(place, "imports.mjs") },
  { name: "CommonJS", run: (place) => runsUnderNode(place, "requires.cjs") },
  { name: "TypeScript, node16", run: (place) => compiles(place, "node16", "node16") },
  { name: "TypeScript, bundler", run: (place) => compiles(place, "esnext", "bundler") },
  { name: "Jest as it comes, CommonJS", run: runsUnderJest },
  { name: "esbuild bundle", run: runsBundled },
  { name: `Node ${process.versions.node}`, run: (place) => runsUnderNode(place, "journey.mjs") },
  ...["22.23.3", "24.21.0"].map((version) => ({
    name: `Node ${version}`,
    run: (place) => runsOn(place, `node@${version}`, ["node", "bin", "node"], []),
  })),
  { name: "Bun 1.4.5", run: (place) => runsOn(place, "bun@1.4.5", [".bin", "bun"], []) },
  { name: "Deno 2.9.6", run: (place) => runsOn(place, "deno@2.9.6", [".bin", "deno"], ["run", "--allow-all"]) },
];

async function projectWith({ folder, registry }, files, manifest) {
  makeProject(folder, { files, registry, manifest });
  await installOurs(folder, packages);
}

async function runsUnderNode(place, program) {
  await projectWith(place, [program]);
  return run(process.execPath, [program], { cwd: place.folder });
}

/** Library types are checked too: a declaration that does not hold is found here, not by a merchant. */
async function compiles(place, module, moduleResolution) {
  const { folder, root } = place;
  await projectWith(place, ["merchant.ts"], { type: "module" });
  const { devDependencies } = createRequire(import.meta.url)(join(root, "package.json"));
  await fetchInto(folder, [`@types/node@${devDependencies["@types/node"]}`]);
  return compile(place, "merchant.ts", {
    module,
    moduleResolution,
    skipLibCheck: false,
    exactOptionalPropertyTypes: true,
  });
}

/** Checks one program with the workspace's own compiler. */
export function compile({ folder, root }, program, options) {
  const compilerOptions = {
    target: "es2022",
    lib: ["es2023"],
    types: ["node"],
    strict: true,
    noEmit: true,
    ...options,
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: [program] }));
  const compiler = createRequire(join(root, "package.json")).resolve("typescript/lib/tsc.js");
  return run(process.execPath, [compiler, "--pretty", "false", "-p", "."], { cwd: folder });
}

async function runsUnderJest(place) {
  makeProject(place.folder, { files: ["jest.test.cjs"], registry: place.registry });
  await fetchInto(place.folder, [jest]);
  await installOurs(place.folder, packages);
  const result = await run(process.execPath, [join("node_modules", "jest", "bin", "jest.js"), "--ci"], {
    cwd: place.folder,
  });
  const hasRunBoth = /Tests:\s+2 passed, 2 total/.test(result.output);
  return { ...result, isOk: result.isOk && hasRunBoth };
}

/** The bundle runs where nothing is installed: whatever it did not take along it would miss. */
async function runsBundled(place) {
  await projectWith(place, ["journey.mjs"]);
  const { build } = createRequire(createRequire(join(place.root, "package.json")).resolve("tsup"))("esbuild");
  const alone = makeProject(`${place.folder}-alone`);
  await build({
    absWorkingDir: place.folder,
    entryPoints: ["journey.mjs"],
    outfile: join(alone, "bundle.mjs"),
    bundle: true,
    format: "esm",
    platform: "node",
    external: ["msw"], // an optional peer: only who uses the mock's MSW handlers has it
    logLevel: "silent",
  });
  return run(process.execPath, ["bundle.mjs"], { cwd: alone });
}

async function runsOn(place, runtime, path, args) {
  const tools = makeProject(`${place.folder}-runtime`);
  await fetchInto(tools, [runtime]);
  const executable = join(tools, "node_modules", ...path);
  await projectWith(place, ["journey.mjs"]);
  const env = { DENO_DIR: join(tools, "deno"), DENO_NO_UPDATE_CHECK: "1" };
  return run(executable, [...args, "journey.mjs"], { cwd: place.folder, env });
}
