// Projects of merchants that use the SDK and the verifier: ES modules, CommonJS, TypeScript, Jest, a bundler.
// runtimes.mjs has the runtimes.
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fetchInto, installOurs, makeProject } from "./projects.mjs";
import { run } from "./run.mjs";
import { esbuildOf } from "./runtimes.mjs";

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
];

async function projectWith({ folder, registry }, files, manifest) {
  makeProject(folder, { files, registry, manifest });
  await installOurs(folder, packages);
}

async function runsUnderNode(place, program) {
  await projectWith(place, [program]);
  return run(process.execPath, [program], { cwd: place.folder });
}

/** Library types are checked too, so that an invalid declaration is found here and not by a merchant. */
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

/** Type-checks one program with the workspace's own compiler. */
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

/** The bundle runs where nothing is installed, so that anything missing from it fails. */
async function runsBundled(place) {
  await projectWith(place, ["journey.mjs"]);
  const { build } = esbuildOf(place.root);
  const alone = makeProject(`${place.folder}-alone`);
  await build({
    absWorkingDir: place.folder,
    entryPoints: ["journey.mjs"],
    outfile: join(alone, "bundle.mjs"),
    bundle: true,
    format: "esm",
    platform: "node",
    external: ["msw"], // an optional peer: needed only by users of the mock's MSW handlers
    logLevel: "silent",
  });
  return run(process.execPath, ["bundle.mjs"], { cwd: alone });
}
