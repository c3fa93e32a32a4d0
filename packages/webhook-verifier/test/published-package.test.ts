// Tests the published package: small, no dependency, no Node in the main entry, every entry declared. It is
// bundled here from the sources; test/runtimes.mjs loads the built files.
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";

const root = new URL("..", import.meta.url);
const manifest: unknown = JSON.parse(readFileSync(new URL("package.json", root), "utf8"));

interface Esbuild {
  buildSync(options: object): {
    outputFiles: { text: string }[];
    metafile: { outputs: Record<string, { imports: unknown[] }> };
  };
}
// The bundler that tsup depends on; it is not a dependency of this package.
const fromHere = createRequire(import.meta.url);
const esbuild: Esbuild = createRequire(fromHere.resolve("tsup"))("esbuild");

function bundle(path: string) {
  const { outputFiles, metafile } = esbuild.buildSync({
    entryPoints: [new URL(path, root).pathname],
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    outdir: "out",
    format: "esm",
    platform: "neutral",
    target: "es2022",
    external: ["node:*"],
  });
  const imports = Object.values(metafile.outputs).flatMap((output) => output.imports);
  return { text: outputFiles[0]?.text ?? "", imports };
}

const { text, imports } = bundle("src/index.ts");

test("the main entry is at most 2.5 KB, minified and compressed", () => {
  expect(text.length).toBeGreaterThan(1000);
  expect(gzipSync(text, { level: 9 }).length).toBeLessThanOrEqual(2500);
});

test("the main entry imports nothing and never touches Buffer", () => {
  expect(imports).toEqual([]);
  expect(text).not.toMatch(/\bBuffer\b|\brequire\b/);
});

test("needs Node only in the synchronous entry", () => {
  for (const file of readdirSync(new URL("src/entries/", root)))
    expect(bundle(`src/entries/${file}`).imports.length, file).toBe(file === "node.ts" ? 1 : 0);
});

test("declares every entry and no dependency", () => {
  const entries = readdirSync(new URL("src/entries/", root)).map((file) => `./${file.replace(".ts", "")}`);
  // The package's own manifest.
  const { exports, dependencies } = manifest as { exports: object; dependencies?: object };
  expect(Object.keys(exports).sort()).toEqual([".", "./package.json", ...entries].sort());
  expect(dependencies).toBeUndefined();
});

test("every entry resolves without exports too, as for TypeScript's node10", () => {
  // The package's own manifest.
  const { typesVersions } = manifest as { typesVersions: { "*": Record<string, string[]> } };
  const names = readdirSync(new URL("src/entries/", root)).map((file) => file.replace(".ts", ""));
  const expected = names.map((name) => [name, [`./dist/entries/${name}.d.cts`]]);
  expect(typesVersions["*"]).toEqual(Object.fromEntries(expected));
});

test("the tests of the adapters run through every adapter", () => {
  const receivers = readFileSync(new URL("test/receivers.ts", root), "utf8");
  const adapters = readdirSync(new URL("src/entries/", root)).flatMap((file) => {
    const code = readFileSync(new URL(`src/entries/${file}`, root), "utf8");
    const created = [...code.matchAll(/^export function (receive\w+)/gm)].map(([, name]) => name);
    const imported = new RegExp(`import \\* as (\\w+) from "[^"]+/${file.replace(".ts", "")}"`).exec(receivers)?.[1];
    return created.map((name) => `${imported ?? file}.${name}(options`);
  });
  expect(adapters.length).toBeGreaterThan(6);
  const source = receivers.replaceAll("({ ...options", "(options");
  expect(adapters.filter((call) => !source.includes(call))).toEqual([]);
});

test("C1: one file reads the runtime's globals: no other names a global that may be missing or foreign", () => {
  const files = readdirSync(new URL("src/", root), { recursive: true, encoding: "utf8" });
  const sources = files.filter((file) => file.endsWith(".ts") && !/^cli|^runtime\.ts$/.test(file));
  expect(sources.length).toBeGreaterThan(30);
  const suspect =
    /\bglobalThis\b|\bprocess\.(?!env)|\bnew Text(?:En|De)coder\b|\bcrypto\.\w|\bBuffer\.|instanceof (?!DedupeStoreError)/;
  for (const file of sources) {
    const code = readFileSync(new URL(`src/${file}`, root), "utf8").replace(/^\s*(?:\/\/|\/?\*).*$/gm, "");
    expect(suspect.exec(code)?.[0], file).toBeUndefined();
  }
});
