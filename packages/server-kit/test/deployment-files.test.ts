// docs/deployment as far as it can be tried without containers: the files parse, name what exists, and their command runs.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { allCommands } from "../src/cli/all-commands.js";
import { environmentVariableOf } from "../src/cli/command.js";
import { commandLineOn, freshFile } from "./cli/call-command-line.js";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const textOf = (file: string) => readFileSync(join(root, "docs/deployment", file), "utf8");
const hasSystemd = spawnSync("systemd-analyze", ["--version"]).status === 0;

test.each(["Containerfile", "payment-sessions.service", "kubernetes.yaml", "README.md"])(
  "%s names only variables that serve reads",
  (file) => {
    const serve = allCommands.find(({ name }) => name === "serve");
    const read = (serve?.options ?? []).map(({ name }) => environmentVariableOf(name));
    const named = [...textOf(file).matchAll(/PAYMENT_SESSIONS_[A-Z_]+/g)].map(([name]) => name);
    expect(named.length).toBeGreaterThan(0);
    for (const name of named) expect([...read, "PAYMENT_SESSIONS_ENCRYPTION_KEY"]).toContain(name);
  },
);

interface Container {
  args: string[];
  env: { name: string; value: string }[];
  ports: { name: string; containerPort: number }[];
  startupProbe: Probe;
  livenessProbe: Probe;
  readinessProbe: Probe;
}
interface Probe {
  httpGet: { path: string; port: string };
}

test("the Kubernetes manifest parses, its probes are routes of the contract, and its stop outlasts the service's", () => {
  const documents = parseAllDocuments(textOf("kubernetes.yaml"));
  expect(documents.flatMap(({ errors }) => errors)).toEqual([]);
  const [deployment, service, budget] = documents.map((document) => document.toJS());
  expect([deployment.kind, service.kind, budget.kind]).toEqual(["Deployment", "Service", "PodDisruptionBudget"]);
  const { spec, metadata } = deployment.spec.template;
  for (const selector of [
    deployment.spec.selector.matchLabels,
    service.spec.selector,
    budget.spec.selector.matchLabels,
  ])
    expect(metadata.labels).toMatchObject(selector);
  const [container] = spec.containers as [Container];
  const { paths } = parse(readFileSync(join(root, "spec/openapi.yaml"), "utf8"));
  for (const probe of [container.startupProbe, container.livenessProbe, container.readinessProbe]) {
    expect(paths).toHaveProperty([probe.httpGet.path]);
    expect(probe.httpGet.port).toBe(container.ports[0]?.name);
  }
  const port = container.env.find(({ name }) => name === "PAYMENT_SESSIONS_PORT")?.value;
  expect(container.ports[0]?.containerPort).toBe(Number(port));
  // 5 s before the signal, 10 s of the service.
  expect(spec.terminationGracePeriodSeconds).toBeGreaterThan(15);
});

test("the container's command is configured by variables alone, and exits with 0 after SIGTERM", async () => {
  const command = /^CMD (\[.*\])$/m.exec(textOf("Containerfile"))?.[1] ?? "[]";
  const entry = /^ENTRYPOINT (\[.*\])$/m.exec(textOf("Containerfile"))?.[1] ?? "[]";
  expect(JSON.parse(entry)).toEqual(["node", expect.stringMatching(/server-kit\/bin\/payment-sessions\.js$/)]);
  const { begin } = commandLineOn(freshFile(), {
    PAYMENT_SESSIONS_HOST: "0.0.0.0",
    PAYMENT_SESSIONS_PORT: "0",
    PAYMENT_SESSIONS_LOG_LEVEL: "error",
  });
  const served = await begin(...(JSON.parse(command) as string[]));
  const base = /Base URL: (\S+)/.exec(served.out)?.[1];
  expect((await fetch(`${base}/ready`)).status).toBe(200);
  expect((await fetch(`${base}/live`)).status).toBe(200);
  expect(await served.stop()).toMatchObject({ exitCode: 0 });
});

test.skipIf(!hasSystemd)("systemd accepts the unit (where systemd-analyze is installed)", () => {
  const folder = mkdtempSync(join(tmpdir(), "payment-sessions-unit-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const unit = join(folder, "payment-sessions.service");
  writeFileSync(unit, textOf("payment-sessions.service"));
  const { stderr, stdout } = spawnSync("systemd-analyze", ["verify", unit], { encoding: "utf8" });
  expect((stdout + stderr).split("\n").filter((line) => line.includes("payment-sessions.service"))).toEqual([]);
});
