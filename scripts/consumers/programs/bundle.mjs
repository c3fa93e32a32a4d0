// Bundles a program with Rollup, Vite (SSR) and webpack, as ES module and as CommonJS, for the given
// platforms and into the given folder.
import { join } from "node:path";
import { nodeResolve } from "@rollup/plugin-node-resolve";
import { rollup } from "rollup";
import { build, createServer } from "vite";
import webpack from "webpack";

const [, , entry, platformList, target] = process.argv;
const platforms = platformList.split(",").map((platform) => (platform === "node" ? "node20" : "webworker"));
const formats = [
  ["es", "mjs"],
  ["cjs", "cjs"],
];

const bundle = await rollup({ input: entry, plugins: [nodeResolve({ exportConditions: ["node"] })] });
for (const [format, extension] of formats) await bundle.write({ file: join(target, `rollup.${extension}`), format });

for (const [format, extension] of formats)
  await build({
    logLevel: "error",
    ssr: { noExternal: true },
    build: {
      ssr: entry,
      outDir: join(target, `vite-${format}`),
      emptyOutDir: false,
      rollupOptions: { output: { format, entryFileNames: `vite.${extension}` } },
    },
  });

const server = await createServer({
  logLevel: "error",
  server: { middlewareMode: true },
  appType: "custom",
  ssr: { noExternal: true },
});
await server.ssrLoadModule(`/${entry}`);
await server.close();

for (const [format, extension] of formats)
  for (const platform of platforms)
    await new Promise((resolve, reject) => {
      const isModule = format === "es";
      const configuration = {
        mode: "production",
        entry: `./${entry}`,
        target: platform,
        output: {
          path: target,
          filename: `webpack-${platform}.${extension}`,
          ...(isModule && { module: true, library: { type: "module" }, chunkFormat: "module" }),
        },
        experiments: { outputModule: isModule },
      };
      webpack(configuration, (error, stats) => {
        if (error || stats.hasErrors() || stats.hasWarnings())
          reject(error ?? new Error(stats.toString({ all: false, errors: true, warnings: true })));
        else resolve();
      });
    });
console.log("bundles made");
