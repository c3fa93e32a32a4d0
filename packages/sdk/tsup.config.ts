// How are the published files made? ESM and CJS with types for each; everything bundled, so that the package has no dependencies.
import { dirname, join, resolve } from "node:path";
import { defineConfig, type Options } from "tsup";
import { writeThirdPartyLicenses } from "./third-party-licenses.js";

const root = import.meta.dirname;

/** Files of all bundles of this run: one page tells the licences of all. */
const takenIn = new Set<string>();

/** A bundle's files, told once it is complete. */
const licences: NonNullable<Options["esbuildPlugins"]>[number] = {
  name: "third-party-licences",
  setup(build) {
    build.initialOptions.metafile = true;
    build.onEnd(({ metafile }) => {
      // Both formats take in the same files; one writer is enough.
      if (metafile === undefined || build.initialOptions.format !== "esm") return;
      for (const input of Object.keys(metafile.inputs)) takenIn.add(input);
      const beside = dirname(resolve(root, build.initialOptions.outdir ?? "dist"));
      writeThirdPartyLicenses(takenIn, root, join(beside, "THIRD-PARTY-LICENSES.md"));
    });
  },
};

/** Reads request bodies from sockets, in every encoding that was ever used; the mock's requests bring their bytes along. */
const withoutSockets: NonNullable<Options["esbuildPlugins"]>[number] = {
  name: "without-sockets",
  setup(build) {
    build.onResolve({ filter: /^raw-body$/ }, () => ({ path: "raw-body", namespace: "unreached" }));
    build.onLoad({ filter: /.*/, namespace: "unreached" }, () => ({
      contents: 'export default () => { throw new Error("A request of the mock has its body already."); };',
    }));
  },
};

/** Packages in CommonJS ask for Node's modules by `require`, which ES modules do not have and bundlers cannot follow: imported instead. */
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
  // The mock has the service's own rules in it (docs/decisions/mock-shares-the-service-rules.md) and shares nothing with the client.
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
