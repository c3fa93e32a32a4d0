// The workflows run elsewhere, so these tests check that they parse, that every script they run exists, and
// that no job has more permissions than it needs.
import { accessSync, constants, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

interface Step {
  name: string;
  uses?: string;
  run?: string;
  env?: Record<string, string>;
  with?: Record<string, string>;
}
interface Job {
  name: string;
  needs?: string | string[];
  if?: string;
  "timeout-minutes"?: number;
  permissions?: Record<string, string>;
  outputs?: Record<string, string>;
  strategy?: { matrix: { node: number[] } };
  steps: Step[];
}
interface Workflow {
  on: object;
  permissions: Record<string, string>;
  jobs: Record<string, Job>;
}

const root = fileURLToPath(new URL("../../", import.meta.url));
const folder = join(root, ".github", "workflows");
// The yaml package's parse.
const { parse } = createRequire(join(root, "spec", "package.json"))("yaml") as { parse(text: string): unknown };
// This workspace's manifest.
const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
  scripts: Record<string, string>;
  packageManager: string;
};
const { packageManager } = manifest;

const workflows = readdirSync(folder).map((file) => {
  // The fields that are read are compared below.
  return { file, workflow: parse(readFileSync(join(folder, file), "utf8")) as Workflow };
});
const sources = workflows.map(({ file }) => readFileSync(join(folder, file), "utf8")).join("\n");
const jobs = workflows.flatMap(({ file, workflow }) =>
  Object.entries(workflow.jobs).map(([id, job]) => ({ title: `${file}: ${id}`, job, workflow })),
);
const workflowOf = (file: string) => workflows.find((each) => each.file === file)?.workflow;

test("there is a workflow that checks changes, one that reviews their dependencies and one that releases", () => {
  expect(workflows.map(({ file }) => file)).toEqual(["ci.yml", "dependencies.yml", "release.yml"]);
});

test.each(jobs)("$title runs only scripts that exist", ({ job }) => {
  const commands = job.steps.flatMap(({ run, with: options }) => [run, options?.version]).filter((each) => each);
  for (const command of commands) {
    const [, script, file] =
      /^npm (?:run )?([\w-]+)(?: -- --[\w-]+)?$|^(?:node )?((?:scripts|\.ci)\/[\w./-]+)$/.exec(command ?? "") ?? [];
    if (script !== undefined) expect(manifest.scripts).toHaveProperty(script);
    else accessSync(join(root, file ?? `no command of ours: ${command}`), constants.R_OK);
    if (file?.startsWith(".ci/")) accessSync(join(root, file), constants.X_OK);
  }
});

test.each(jobs)("$title uses actions at a commit of a named version, and has a time limit", ({ job }) => {
  const used = job.steps.flatMap(({ uses }) => uses ?? []);
  expect(used.filter((each) => !/^(?:actions|changesets)\/[\w-]+@[0-9a-f]{40}$/.test(each))).toEqual([]);
  for (const each of used) expect(sources).toMatch(new RegExp(`${each} # v\\d+\\.\\d+\\.\\d+$`, "m"));
  expect(job["timeout-minutes"]).toBeGreaterThan(0);
  expect(job.steps.every(({ name }) => name.length > 0)).toBe(true);
});

test.each(jobs)("$title has read-only permissions, except for its own task", ({ title, job, workflow }) => {
  expect(workflow.permissions).toEqual({ contents: "read" });
  expect(job.permissions).toEqual(
    {
      "release.yml: versions": { contents: "write", "pull-requests": "write" },
      "release.yml: publish": { contents: "read", "id-token": "write" },
    }[title],
  );
});

test("a job that runs every check may take as long as the last long check that .ci/run begins", () => {
  const [, startMinutes] =
    /^export LONG_CHECKS_START_UNTIL=.*\+ (\d+) \* 60\)\)$/m.exec(readFileSync(join(root, ".ci/run"), "utf8")) ?? [];
  const longCheckMinutes = 25;
  const limits = jobs
    .filter(({ job }) => job.steps.some(({ run }) => run === ".ci/run"))
    .map(({ job }) => job["timeout-minutes"] ?? 0);
  expect(limits).toHaveLength(2);
  expect(Math.min(...limits)).toBeGreaterThan(Number(startMinutes) + longCheckMinutes);
});

test("every check runs on every supported major of Node.js", () => {
  expect(workflowOf("ci.yml")?.jobs["every-check"]?.strategy?.matrix.node).toEqual([20, 22, 24]);
});

test("the job that publishes runs no test; the package manager is pinned by its hash", () => {
  const runs = workflowOf("release.yml")?.jobs.publish?.steps.flatMap(({ run }) => run ?? []) ?? [];
  expect(runs.filter((run) => /test|\.ci\/run|check/.test(run))).toEqual([]);
  expect(packageManager).toMatch(/^pnpm@\d+\.\d+\.\d+\+sha512\.[0-9a-f]{128}$/);
});

test("a release is published after every check, with provenance, when no changeset is waiting", () => {
  const { versions, checks, publish } = workflowOf("release.yml")?.jobs ?? {};
  expect(publish?.needs).toEqual(["versions", "checks"]);
  expect(checks?.needs).toBe("versions");
  expect(checks?.if).toBe(publish?.if);
  expect(checks?.steps.flatMap(({ run }) => run ?? [])).toEqual([".ci/run"]);
  const [, output] = /^needs\.versions\.outputs\.([\w-]+) == 'false'$/.exec(publish?.if ?? "") ?? [];
  expect(versions?.outputs?.[output ?? ""]).toBe("$" + "{{ steps.changesets.outputs.hasChangesets }}");
  const runs = publish?.steps.flatMap(({ run }) => run ?? []);
  expect(runs).toEqual(["node scripts/bootstrap.mjs", "npm run build", "npm run release"]);
  expect(publish?.steps.find(({ run }) => run === "npm run release")?.env).toMatchObject({
    NPM_CONFIG_PROVENANCE: "true",
  });
});

test.each(["sdk", "server-kit", "webhook-verifier"])("%s asks npm for provenance and is public", (name) => {
  // A manifest of this workspace.
  const { publishConfig, private: isPrivate } = JSON.parse(
    readFileSync(join(root, "packages", name, "package.json"), "utf8"),
  ) as { publishConfig?: object; private?: boolean };
  expect(publishConfig).toEqual({ access: "public", provenance: true });
  expect(isPrivate).toBeUndefined();
});
