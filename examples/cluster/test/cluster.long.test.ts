// The example as a whole: an embedded PostgreSQL, three processes, one of them killed, nothing lost.
import { readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "tsup";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runCluster } from "../src/run-cluster.js";

const root = fileURLToPath(new URL("../../../", import.meta.url));
// Inside the package, so that the bundle of its sources finds their dependencies.
const outDir = join(root, "packages/server-kit/.tmp", `cluster-${process.pid}`);

beforeAll(async () => {
  // A package's manifest.
  const { dependencies, peerDependencies } = JSON.parse(
    readFileSync(join(root, "packages/server-kit/package.json"), "utf8"),
  ) as { dependencies: object; peerDependencies: object };
  await build({
    entry: [join(root, "examples/cluster/src/instance.ts")],
    outDir,
    format: "esm",
    outExtension: () => ({ js: ".js" }),
    external: Object.keys({ ...dependencies, ...peerDependencies }),
    noExternal: ["@payment-sessions/server-kit"],
    esbuildOptions(options) {
      options.alias = { "@payment-sessions/server-kit": join(root, "packages/server-kit/src/index.ts") };
    },
    config: false,
    silent: true,
    dts: false,
  });
}, 60_000);
afterAll(() => rm(outDir, { recursive: true, force: true }));

test("a killed instance loses no acknowledged payment and no webhook", async () => {
  const lines: string[] = [];
  const report = await runCluster({
    payments: 150,
    concurrency: 12,
    instanceFile: join(outDir, "instance.js"),
    log: (line) => lines.push(line),
  });
  expect(report).toMatchObject({ acknowledged: 150, settled: 150, reported: 150, killedAfter: 50 });
  expect(report.seconds).toBeLessThan(60);
  expect(lines).toContainEqual(expect.stringContaining("SIGKILL to the second instance after 50 payments"));
}, 120_000);
