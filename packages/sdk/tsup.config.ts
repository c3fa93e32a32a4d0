// Builds the published files: ESM and CJS with types for each; everything is bundled, so that the package has no dependencies.
import { dirname, join, resolve } from "node:path";
import { defineConfig, type Options } from "tsup";
import { writeThirdPartyLicenses } from "./third-party-licenses.js";

const root = import.meta.dirname;

/** Files of all bundles of this run: one page lists the licences of all. */
const bundledFiles = new Set<string>();

/** Writes the licences of a bundle when it is complete. */
const licences: NonNullable<Options["esbuildPlugins"]>[number] = {
  name: "third-party-licences",
  setup(build) {
    build.initialOptions.metafile = true;
    build.onEnd(({ metafile }) => {
      // Both formats contain the same files, so one of them writes the page.
      if (metafile === undefined || build.initialOptions.format !== "esm") return;
      for (const input of Object.keys(metafile.inputs)) bundledFiles.add(input);
      const beside = dirname(resolve(root, build.initialOptions.outdir ?? "dist"));
      writeThirdPartyLicenses(bundledFiles, root, join(beside, "THIRD-PARTY-LICENSES.md"));
    });
  },
};

/** Leaves out raw-body, which reads request bodies from sockets: requests of the mock already have their bytes. */
const withoutSockets: NonNullable<Options["esbuildPlugins"]>[number] = {
  name: "without-sockets",
  setup(build) {
    build.onResolve({ filter: /^raw-body$/ }, () => ({ path: "raw-body", namespace: "unreached" }));
    build.onLoad({ filter: /.*/, namespace: "unreached" }, () => ({
      contents: 'export default () => { throw new Error("A request of the mock has its body already."); };',
    }));
  },
};

/** Imports the modules of Node that CommonJS packages load by `require`: ES modules have no `require`, and bundlers cannot follow it. */
const withoutRequire: NonNullable<Options["esbuildPlugins"]>[number] = {
  name: "without-require",
  setup(build) {
    if (build.initialOptions.format !== "esm") return;
    build.onResolve({ filter: /^(path|tty|util)$/ }, ({ path, kind }) =>
      kind === "require-call" ? { path, namespace: "node-module" } : undefined,
    );
    build.onLoad({ filter: /.*/, namespace: "node-module" }, ({ path }) => ({
      contents: `export * from "node:${path}";`,
    }));
  },
};

const bundled: Options = {
  format: ["esm", "cjs"],
  target: "es2022",
  dts: true,
  sourcemap: true,
  noExternal: [/.*/],
};

export default defineConfig([
  {
    ...bundled,
    entry: { index: "src/index.ts", enums: "src/generated/enums.ts" },
    platform: "neutral",
    clean: true,
    external: [/^node:/],
    esbuildPlugins: [licences],
  },
  // `npx @payment-sessions/sdk listen`
  {
    ...bundled,
    format: ["esm"],
    dts: false,
    entry: { cli: "src/cli/bin.ts" },
    platform: "node",
    esbuildPlugins: [licences],
  },
  // The mock contains the service's own rules (docs/decisions/mock-shares-the-service-rules.md) and shares nothing with the client.
  {
    ...bundled,
    entry: { "mock/index": "src/mock/index.ts" },
    platform: "node",
    external: ["msw", /^msw\//],
    splitting: false,
    inject: [join(root, "src/mock/platform-timers.ts")],
    esbuildPlugins: [withoutSockets, withoutRequire, licences],
    esbuildOptions(options) {
      // Used only where there is no __filename (msw-handlers.ts).
      options.logOverride = { "empty-import-meta": "silent" };
    },
  },
]);
