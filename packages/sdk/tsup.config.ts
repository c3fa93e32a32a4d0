// How are the published files made? ESM and CJS with types for each; everything bundled, so that the package has no dependencies.
import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { defineConfig, type Options } from "tsup";
import { writeThirdPartyLicenses } from "./third-party-licenses.js";

const root = import.meta.dirname;
const mock = "src/mock/index.ts";

/** A bundle's files, told once it is complete. */
const licences: NonNullable<Options["esbuildPlugins"]>[number] = {
  name: "third-party-licences",
  setup(build) {
    build.initialOptions.metafile = true;
    build.onEnd(({ metafile }) => {
      // Both formats take in the same files; one writer is enough.
      if (metafile === undefined || build.initialOptions.format !== "esm") return;
      const beside = dirname(resolve(root, build.initialOptions.outdir ?? "dist"));
      writeThirdPartyLicenses(Object.keys(metafile.inputs), root, join(beside, "THIRD-PARTY-LICENSES.md"));
    });
  },
};

/**
 * Modules of ky that a client with one fixed set of options cannot reach: progress of uploads and downloads, inheritance of
 * defaults between instances, options for fetch, its own time limit, thrown things that are no errors. They would be a quarter of
 * its compressed size.
 */
const unreachable: Record<string, string> = {
  "utils/body":
    "export const streamRequest = (request) => request; export const streamResponse = (response) => response;",
  "utils/merge":
    "export const validateAndMerge = (defaults, options) => ({ ...options });" +
    "export const mergeHooks = (defaults, given) => ({ ...defaults, ...given });" +
    "export const mergeHeaders = () => new Headers();",
  "utils/options": "export const findUnknownOptions = () => ({}); export const hasSearchParameters = () => false;",
  "utils/timeout": "export default () => {};",
  "errors/NonError": "export const NonError = Error;",
};

const trimmedKy: NonNullable<Options["esbuildPlugins"]>[number] = {
  name: "trimmed-ky",
  setup(build) {
    build.onLoad({ filter: /ky[\\/]distribution[\\/]/ }, ({ path }) => {
      const contents = unreachable[path.replace(/^.*distribution[\\/]|\.js$/g, "").replace("\\", "/")];
      return contents === undefined ? undefined : { contents };
    });
  },
};

export default defineConfig({
  entry: {
    index: "src/index.ts",
    enums: "src/generated/enums.ts",
    ...(existsSync(join(root, mock)) ? { "mock/index": mock } : {}),
  },
  format: ["esm", "cjs"],
  target: "es2022",
  platform: "neutral",
  dts: true,
  clean: true,
  sourcemap: true,
  noExternal: [/.*/],
  external: ["msw", /^msw\//, /^node:/],
  esbuildPlugins: [trimmedKy, licences],
});
