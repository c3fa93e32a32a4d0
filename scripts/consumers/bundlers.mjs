// C10: checks that a bundle of the verifier, and one of client and mock, runs where nothing is installed:
// esbuild, Rollup, Vite (SSR) and webpack 5, as ES module and as CommonJS.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fetchInto, installOurs, makeProject } from "./projects.mjs";
import { run } from "./run.mjs";
import { esbuildOf } from "./runtimes.mjs";

const tools = ["rollup@4.68.8", "@rollup/plugin-node-resolve@16.0.3", "vite@8.4.0", "webpack@5.113.0"];

/** The mock uses Node's modules, so it is bundled for Node only. */
const receiver = { program: "bundled-receiver.mjs", says: "bundled receiver done", platforms: ["node", "browser"] };
const mock = { program: "bundled-mock.mjs", says: "bundled mock done", platforms: ["node"] };
const formats = { esm: "mjs", cjs: "cjs" };

/** @type {import("./check-consumers.mjs").Consumer[]} */
export const bundlers = [
  {
    name: "C10: the verifier in esbuild, Rollup, Vite SSR, webpack: ES module and CommonJS",
    run: (place) => worksBundled(place, receiver),
  },
  {
    name: "C10: client and mock in esbuild, Rollup, Vite SSR, webpack: ES module and CommonJS",
    run: (place) => worksBundled(place, mock),
  },
];

async function worksBundled({ folder, registry, root }, { program, says, platforms }) {
  makeProject(folder, { files: [program, "bundle.mjs"], registry });
  await fetchInto(folder, ["--ignore-scripts", ...tools]);
  await installOurs(folder, ["webhook-verifier", "sdk"]);
  const alone = makeProject(`${folder}-alone`);
  await buildWithEsbuild(root, folder, { program, platforms, alone });
  const made = await run(process.execPath, ["bundle.mjs", program, platforms.join(), alone], { cwd: folder });
  if (!made.isOk || !made.stdout.includes("bundles made")) return { isOk: false, output: made.output };
  const bundles = readdirSync(alone, { recursive: true }).filter((path) =>
    /(?:esbuild|rollup|vite|webpack)[^/\\]*\.[cm]js$/.test(path),
  );
  const failed = [];
  for (const path of bundles) {
    const { isOk, output, stdout } = await run(process.execPath, [path], { cwd: alone });
    if (!isOk || !new RegExp(`^${says}$`, "m").test(stdout)) failed.push(`${path}:\n${output}`);
  }
  // For each format: one bundle each of Rollup and Vite, and one each of webpack and esbuild per platform.
  const expected = 2 * (2 + 2 * platforms.length);
  const isOk = failed.length === 0 && bundles.length === expected;
  return { isOk, output: `${bundles.join(", ")}\n${failed.join("\n")}` };
}

async function buildWithEsbuild(root, folder, { program, platforms, alone }) {
  const { build } = esbuildOf(root);
  for (const platform of platforms) {
    for (const [format, extension] of Object.entries(formats)) {
      await build({
        absWorkingDir: folder,
        entryPoints: [program],
        outfile: join(alone, `esbuild-${platform}.${extension}`),
        bundle: true,
        format,
        platform,
        logLevel: "silent",
      });
    }
  }
}
