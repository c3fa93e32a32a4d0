// C7, C8: checks the verifier's types under TypeScript 5.0 to the newest, with every module resolution, the
// strictest options, declaration files written and library types checked.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fetchInto, installOurs, makeProject } from "./projects.mjs";
import { run } from "./run.mjs";

const [node10, node16, bundler] = [
  { module: "commonjs", moduleResolution: "node10" },
  { module: "node16", moduleResolution: "node16" },
  { module: "esnext", moduleResolution: "bundler" },
];

const programs = ["receivers.ts", "named-imports.ts"];

/** The oldest compiler needs type packages of its time. */
const projects = [
  {
    types: ["@types/node@20.8.10", "@types/aws-lambda@8.10.130"],
    compilers: [{ version: "5.0.4", ways: [node10, node16, bundler] }],
  },
  {
    types: ["@types/node@20.19.43", "@types/aws-lambda@8.10.164"],
    compilers: [
      { version: "5.9.3", ways: [node10, node16, bundler] },
      { version: "6.0.3", ways: [{ ...node10, ignoreDeprecations: "6.0" }, node16, bundler] },
      { version: "7.0.2", ways: [node16, bundler] }, // without node10
    ],
  },
];

/** @type {import("./check-consumers.mjs").Consumer[]} */
export const typescripts = [
  { name: "C7, C8: TypeScript 5.0 to 7.0 with node10, node16 and bundler", run: compilesEverywhere },
];

async function compilesEverywhere({ folder, registry }) {
  const failed = [];
  for (const [index, { types, compilers }] of projects.entries()) {
    const project = makeProject(`${folder}-${index}`, { files: programs, registry });
    const aliases = compilers.map(({ version }) => `typescript-${version}@npm:typescript@${version}`);
    await fetchInto(project, ["--ignore-scripts", ...types, ...aliases]);
    await installOurs(project, ["webhook-verifier"]);
    for (const { version, ways } of compilers) {
      for (const way of ways) {
        const { isOk, output } = await compile(project, version, way);
        if (!isOk) failed.push(`TypeScript ${version}, ${way.moduleResolution}:\n${output}`);
      }
    }
  }
  return { isOk: failed.length === 0, output: failed.join("\n") };
}

function compile(folder, version, way) {
  const compilerOptions = {
    ...way,
    target: "es2022",
    lib: ["es2022", "dom", "dom.iterable"],
    types: ["node"],
    strict: true,
    exactOptionalPropertyTypes: true,
    isolatedModules: true,
    declaration: true,
    esModuleInterop: true,
    skipLibCheck: false,
    rootDir: ".",
    outDir: `out-${version}-${way.moduleResolution}`,
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: programs }));
  const compiler = join("node_modules", `typescript-${version}`, "bin", "tsc");
  return run(process.execPath, [compiler, "--pretty", "false", "-p", "."], { cwd: folder });
}
