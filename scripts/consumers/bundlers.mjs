// C10: does a bundle of the verifier hold where nothing is installed? esbuild, Rollup, Vite (SSR) and webpack 5, as ES module and as CommonJS.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fetchInto, installOurs, makeProject } from "./projects.mjs";
import { run } from "./run.mjs";
import { esbuildOf } from "./runtimes.mjs";

const tools = ["rollup@4.68.8", "@rollup/plugin-node-resolve@16.0.3", "vite@8.4.0", "webpack@5.113.0"];

/** @type {import("./check-consumers.mjs").Consumer[]} */
export const bundlers = [{ name: "esbuild, Rollup, Vite SSR, webpack: ES module and CommonJS", run: holdsBundled }];

async function holdsBundled({ folder, registry, root }) {
  makeProject(folder, { files: ["bundled-receiver.mjs", "bundle.mjs"], registry });
  await fetchInto(folder, ["--ignore-scripts", ...tools]);
  await installOurs(folder, ["webhook-verifier"]);
  const alone = makeProject(`${folder}-alone`);
  const { build } = esbuildOf(root);
  for (const platform of ["node", "browser"]) {
    for (const [format, extension] of Object.entries({ esm: "mjs", cjs: "cjs" })) {
      await build({
        absWorkingDir: folder,
        entryPoints: ["bundled-receiver.mjs"],
        outfile: join(alone, `esbuild-${platform}.${extension}`),
        bundle: true,
        format,
        platform,
        logLevel: "silent",
      });
    }
  }
  const made = await run(process.execPath, ["bundle.mjs", alone], { cwd: folder });
  if (!made.isOk || !made.stdout.includes("bundled receiver done")) return { isOk: false, output: made.output };
  const bundles = readdirSync(alone, { recursive: true }).filter((path) => /\.[cm]js$/.test(path));
  const failed = [];
  for (const path of bundles) {
    const { isOk, output, stdout } = await run(process.execPath, [path], { cwd: alone });
    if (!isOk || !/^bundled receiver done$/m.test(stdout)) failed.push(`${path}:\n${output}`);
  }
  // Two of Rollup, two of Vite, four of webpack, four of esbuild.
  return { isOk: failed.length === 0 && bundles.length === 12, output: `${bundles.join(", ")}\n${failed.join("\n")}` };
}
