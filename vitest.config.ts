// One configuration for the whole workspace: packages are tested from their sources; what npm users get is checked apart
// (scripts/check/groups.mjs). A test's kind is in its file's name: `.long` runs in `npm run test:long`, `.browser` needs Chromium.
// What runs on PostgreSQL a second time is listed in packages/server-kit/test/on-postgres.ts.
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import {
  inBrowserOnPostgres,
  longOnPostgres,
  notOnPostgres,
  onPostgres,
} from "./packages/server-kit/test/on-postgres.js";

const source = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const folders = ["packages/*/test", "spec/test", "examples/*/test", "scripts/test"];
const filesNamed = (ending: string) => folders.map((folder) => `${folder}/**/*${ending}`);
const installed = "**/node_modules/**";

/**
 * Files of one worker share the modules that they load: loading the kit anew for each file took longer than its tests. A file that changes
 * a global or the environment does it by vi.stubGlobal and vi.stubEnv, which are undone after each test.
 */
const sharingModules = { isolate: false, unstubGlobals: true, unstubEnvs: true };

/** A click into a page that is just being replaced may wait in Playwright until its deadline: another try tells that from a fault. */
const browserTest = { ...sharingModules, retry: 2 };
/**
 * In CI, whose machines are shared, a test that fails is run once more. The run names each test that passed only then: such a line is a
 * defect to look into, as a failure is, and does not hold up everything else.
 */
const retryInCi = process.env.CI ? 1 : 0;
/** Ends what hangs; the longest tests take up to a minute, on a busy machine three times as long. */
const timeoutMs = 180_000;

const excludedOnPostgres = Object.keys(notOnPostgres);
/** Read by packages/server-kit/test/storages.ts. */
const ofPostgres = { env: { TEST_STORAGE: "PostgreSQL" } };
const postgresTest = { ...sharingModules, ...ofPostgres };

const alias = [
  { find: /^@payment-sessions\/sdk\/enums$/, replacement: source("./packages/sdk/src/generated/enums.ts") },
  { find: /^@payment-sessions\/sdk\/mock$/, replacement: source("./packages/sdk/src/mock/index.ts") },
  { find: /^@payment-sessions\/sdk$/, replacement: source("./packages/sdk/src/index.ts") },
  { find: /^@payment-sessions\/server-kit$/, replacement: source("./packages/server-kit/src/index.ts") },
  { find: /^@payment-sessions\/server-kit\/testing$/, replacement: source("./packages/server-kit/src/testing.ts") },
  { find: /^@payment-sessions\/webhook-verifier$/, replacement: source("./packages/webhook-verifier/src/index.ts") },
  {
    find: /^@payment-sessions\/webhook-verifier\/(.*)$/,
    replacement: source("./packages/webhook-verifier/src/entries/$1.ts"),
  },
];

function project(name: string, include: string[], exclude: string[], options: object = {}) {
  return {
    resolve: { alias },
    test: {
      name,
      include,
      exclude: [...exclude, installed],
      testTimeout: timeoutMs,
      hookTimeout: timeoutMs,
      // The default of a second is over on a busy machine before anything has happened.
      expect: { poll: { timeout: 30_000 } },
      retry: retryInCi,
      ...options,
    },
  };
}

export default defineConfig({
  test: {
    pool: "forks",
    // Compiled modules are kept in node_modules: each of the groups of `npm test` would otherwise compile all of them again.
    experimental: { fsModuleCache: true },
    globalSetup: "packages/server-kit/test/postgres/shared-server.ts",
    // Tests wait half of their time, for processes, sockets and deadlines.
    maxWorkers: availableParallelism() * 2,
    projects: [
      project("unit", filesNamed(".test.ts"), ["**/*.browser.test.ts", "**/*.long.test.ts"], sharingModules),
      project("postgres", onPostgres, ["**/*.long.test.ts", ...excludedOnPostgres], postgresTest),
      project("postgres-long", longOnPostgres, excludedOnPostgres, postgresTest),
      project("unit-long", filesNamed(".long.test.ts"), []),
      project("browser", filesNamed(".browser.test.ts"), ["**/*.long.browser.test.ts"], browserTest),
      project("browser-postgres", inBrowserOnPostgres, [], { ...browserTest, ...ofPostgres }),
      project("browser-long", filesNamed(".long.browser.test.ts"), [], browserTest),
    ],
  },
});
