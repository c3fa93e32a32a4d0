// Checks that each rule of check-imports refuses what it is meant to refuse, and nothing else, on small trees
// of files.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { checkImports } from "../check-imports.mjs";

const kit = "packages/server-kit/src";
const roots: string[] = [];

afterEach(() => {
  for (const root of roots.splice(0)) rmSync(root, { recursive: true });
});

/** The rules that a tree of files breaks, with the file that breaks each. */
async function broken(files: Record<string, string>): Promise<string[]> {
  const root = mkdtempSync(join(tmpdir(), "check-imports-"));
  roots.push(root);
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
  const { problems } = await checkImports(root);
  return [...new Set(problems.map(({ file, rule }) => `${file} ${rule}`))].sort();
}

const one = "export const one = 1;\n";

test("accepts imports that go down, of packages and of files", async () => {
  const entries = { compilerOptions: { paths: { "@payment-sessions/server-kit": [`./${kit}/index.ts`] } } };
  expect(
    await broken({
      "tsconfig.base.json": JSON.stringify(entries),
      [`${kit}/index.ts`]: 'export * from "./create-payment-service.js";\n',
      [`${kit}/create-payment-service.ts`]: 'import { two } from "./http/route.js";\nexport const service = two;\n',
      [`${kit}/http/route.ts`]:
        'import Koa from "koa";\nimport { one } from "../domain/one.js";\nimport type { Port } from "../storage/port.js";\nexport const two = (port: Port) => [one, port, Koa];\n',
      [`${kit}/flows/pay.ts`]:
        'import { verify } from "@payment-sessions/webhook-verifier";\nexport const pay = verify;\n',
      [`${kit}/storage/port.ts`]: 'import { one } from "../domain/one.js";\nexport type Port = typeof one;\n',
      [`${kit}/domain/one.ts`]: one,
      "packages/server-kit/package.json": JSON.stringify({
        dependencies: { "@payment-sessions/webhook-verifier": "workspace:*" },
      }),
      "examples/shop/src/shop.ts": 'import { sdk } from "@payment-sessions/sdk";\nexport const shop = sdk;\n',
    }),
  ).toEqual([]);
});

test.each([
  ["domain", "storage"],
  ["domain", "flows"],
  ["storage", "flows"],
  ["outbound", "flows"],
  ["flows", "http"],
  ["flows", "background"],
  ["http", "cli"],
  ["background", "index"],
  ["domain", "create-payment-service"],
  ["http", "service-options"],
])("refuses %s importing the layer above: %s", async (from, to) => {
  const target = ["cli", "index", "create-payment-service", "service-options"].includes(to)
    ? `${kit}/${to}.ts`
    : `${kit}/${to}/one.ts`;
  const specifier = target.replace(kit, "..").replace(".ts", ".js");
  const found = await broken({
    [`${kit}/${from}/low.ts`]: `import { one } from "${specifier}";\nexport const low = one;\n`,
    [target]: one,
  });
  expect(found).toContain(`${kit}/${from}/low.ts layer`);
});

test.each([
  ["storage", "outbound"],
  ["outbound", "storage"],
  ["http", "background"],
  ["background", "http"],
])("refuses %s importing %s of the same layer", async (from, to) => {
  const found = await broken({
    [`${kit}/${from}/low.ts`]: `import { one } from "../${to}/one.js";\nexport const low = one;\n`,
    [`${kit}/${to}/one.ts`]: one,
  });
  expect(found).toEqual([`${kit}/${from}/low.ts layer`]);
});

test.each([
  ["a type-only import", 'import type { One } from "../flows/one.js";\nexport type Low = One;\n'],
  ["an import inside a type", 'export type Low = import("../flows/one.js").One;\n'],
  ["a re-export", 'export const low = 1;\nexport { one } from "../flows/one.js";\n'],
  ["a dynamic import", 'export const low = () => import("../flows/one.js");\n'],
])("refuses an import of a higher layer by %s", async (_, content) => {
  const found = await broken({
    [`${kit}/domain/low.ts`]: content,
    [`${kit}/flows/one.ts`]: "export const one = 1;\nexport type One = 1;\n",
  });
  expect(found).toEqual([`${kit}/domain/low.ts layer`]);
});

test("refuses imports of the command line by the folders below", async () => {
  const found = await broken({
    [`${kit}/background/low.ts`]: 'import { one } from "../cli/one.js";\nexport const low = one;\n',
    [`${kit}/cli/one.ts`]: one,
  });
  expect(found).toEqual([`${kit}/background/low.ts layer`]);
});

test("refuses a folder that the architecture does not have", async () => {
  expect(await broken({ [`${kit}/services/one.ts`]: one })).toEqual([`${kit}/services/one.ts folder`]);
});

test.each([
  "koa",
  "koa-mount",
  "@koa/router",
  "pg",
  "better-sqlite3",
  "undici",
  "node:http",
  "node:fs/promises",
  "https",
])("refuses %s in the domain", async (name) => {
  const importing = `import type { Some } from "${name}";\nexport type Other = Some;\n`;
  expect(await broken({ [`${kit}/domain/one.ts`]: importing, [`${kit}/http/one.ts`]: importing })).toEqual([
    `${kit}/domain/one.ts domain`,
  ]);
});

test.each([
  "Date.now()",
  "new Date()",
  "globalThis.Date.now()",
  "Math.random()",
  "performance.now()",
  'fetch("https://example.com")',
  'globalThis.fetch("https://example.com")',
  "[fetch]",
  "setTimeout(() => {}, 1)",
  "crypto.randomUUID()",
  "crypto.randomBytes(8)",
])("refuses %s in the domain", async (expression) => {
  const using = `export const one = () => ${expression};\n`;
  expect(await broken({ [`${kit}/domain/one.ts`]: using, [`${kit}/flows/one.ts`]: using })).toEqual([
    `${kit}/domain/one.ts domain`,
  ]);
});

test("refuses random bytes of the platform in the domain, not hashes", async () => {
  expect(
    await broken({
      [`${kit}/domain/one.ts`]:
        'import { createHash, randomBytes } from "node:crypto";\nexport const a = [createHash, randomBytes];\n',
      [`${kit}/domain/two.ts`]:
        'import { createHash } from "node:crypto";\nimport { randomText } from "./three.js";\nexport const b = [createHash, randomText];\n',
    }),
  ).toEqual([`${kit}/domain/one.ts domain`]);
});

test("accepts a given time and names that only look like the platform's in the domain", async () => {
  const content = `export interface Source { fetch(url: string): string }
export const read = (source: Source, at: number) => [source.fetch("x"), new Date(at).toISOString(), { fetch: 1 }];
`;
  expect(await broken({ [`${kit}/domain/one.ts`]: content })).toEqual([]);
});

test.each(["packages/sdk/src", "packages/webhook-verifier/src", kit, "examples/shop/src"])(
  "refuses an import circle in %s, also of types only",
  async (folder) => {
    const sources = folder === kit ? `${folder}/domain` : folder;
    const found = await broken({
      [`${sources}/first.ts`]:
        'import { second } from "./second.js";\nexport const first = second;\nexport type First = 1;\n',
      [`${sources}/second.ts`]: 'import { third } from "./third.js";\nexport const second = third;\n',
      [`${sources}/third.ts`]: 'import type { First } from "./first.js";\nexport const third: First = 1;\n',
      [`${sources}/outside.ts`]: 'import { first } from "./first.js";\nexport const outside = first;\n',
    });
    expect(found).toEqual([`${sources}/first.ts circle`]);
  },
);

test.each([
  "utils.ts",
  "util.ts",
  "helpers.ts",
  "common.ts",
  "shared/one.ts",
  "misc.ts",
  "manager.ts",
  "types.ts",
  "string-utils.ts",
  "session-manager.ts",
  "payment.types.ts",
])("refuses a file named %s", async (name) => {
  expect(await broken({ [`packages/sdk/src/${name}`]: one })).toEqual([`packages/sdk/src/${name} file-name`]);
});

test.each([
  ["server-kit", "sdk"],
  ["sdk", "webhook-verifier"],
  ["sdk", "server-kit"],
  ["webhook-verifier", "server-kit"],
  ["webhook-verifier", "sdk/mock"],
  ["sdk", "sdk"],
])("refuses %s importing @payment-sessions/%s", async (from, to) => {
  const path = from === "server-kit" ? `${kit}/flows/one.ts` : `packages/${from}/src/one.ts`;
  const content = `import { some } from "@payment-sessions/${to}";\nexport const one = some;\n`;
  expect(await broken({ [path]: content })).toEqual([`${path} package`]);
});

test("refuses a path that reaches into another package", async () => {
  const content = 'import { two } from "../../webhook-verifier/src/two.js";\nexport const one = two;\n';
  expect(
    await broken({
      "packages/sdk/src/one.ts": content,
      "packages/webhook-verifier/src/two.ts": "export const two = 2;\n",
      "examples/shop/src/three.ts":
        'import { one } from "../../../packages/sdk/src/one.js";\nexport const three = one;\n',
    }),
  ).toEqual(["examples/shop/src/three.ts package", "packages/sdk/src/one.ts package"]);
});

test.each(["domain", "flows", "http", "background", "storage/memory", "outbound"])(
  "lets the mock, and nothing else of the SDK, take the service's own %s by a path",
  async (place) => {
    const tree = (importer: string, up: string) => ({
      [importer]: `import { one } from "${up}/server-kit/src/${place}/one.js";\nexport const two = one;\n`,
      [`${kit}/${place}/one.ts`]: one,
    });
    expect(await broken(tree("packages/sdk/src/mock/part.ts", "../../.."))).toEqual([]);
    expect(await broken(tree("packages/sdk/src/mock/engine/part.ts", "../../../.."))).toEqual([]);
    expect(await broken(tree("packages/sdk/src/part.ts", "../.."))).toEqual(["packages/sdk/src/part.ts package"]);
    expect(await broken(tree("packages/sdk/src/mocked/part.ts", "../../.."))).toEqual([
      "packages/sdk/src/mocked/part.ts package",
    ]);
  },
);

test("lets the client import the verifier's entry and money by a path, and no other file", async () => {
  const tree = (file: string) => ({
    "packages/sdk/src/part.ts": `import { one } from "../../${file}.js";\nexport const two = one;\n`,
    [`packages/${file}.ts`]: one,
  });
  expect(await broken(tree("server-kit/src/domain/currency"))).toEqual([]);
  expect(await broken(tree("server-kit/src/domain/payment"))).toEqual(["packages/sdk/src/part.ts package"]);
  expect(await broken(tree("webhook-verifier/src/verify-webhook"))).toEqual(["packages/sdk/src/part.ts package"]);
});

test.each(["http/panel", "http/checkout", "storage/sqlite", "cli"])("keeps %s out of the mock", async (place) => {
  const files = {
    "packages/sdk/src/mock/part.ts": `import { one } from "../../../server-kit/src/${place}/one.js";\nexport const two = one;\n`,
    [`${kit}/${place}/one.ts`]: one,
  };
  expect(await broken(files)).toEqual(["packages/sdk/src/mock/part.ts package"]);
});
