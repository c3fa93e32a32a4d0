// Checks that a changeset raises the right versions, in a temporary copy of the manifests with the current
// changesets and one more.
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { writeNextVersions } from "../release/next-versions.mjs";

const root = fileURLToPath(new URL("../../", import.meta.url));
const names = ["sdk", "server-kit", "webhook-verifier"];
const manifests = ["packages", "examples"].flatMap((parent) =>
  readdirSync(join(root, parent)).map((name) => `${parent}/${name}/package.json`),
);

function copyOfManifests(): string {
  const copy = mkdtempSync(join(tmpdir(), "next-versions-"));
  onTestFinished(() => rmSync(copy, { recursive: true, force: true }));
  const files = [
    "package.json",
    "pnpm-workspace.yaml",
    "pnpm-lock.yaml",
    ".changeset",
    "spec/package.json",
    "bench/package.json",
    "packages/sdk/src/version.ts",
    "packages/server-kit/src/domain/service-version.ts",
    ...names.map((name) => `packages/${name}/CHANGELOG.md`),
    ...manifests,
  ];
  for (const file of files) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(join(root, file), join(copy, file), { recursive: true });
  }
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=test", "-c", "user.email=test@example.com", ...args], { cwd: copy });
  git("init", "--quiet", "--initial-branch=main");
  git("add", ".");
  git("commit", "--quiet", "--no-verify", "-m", "as it is");
  return copy;
}

// A manifest of this workspace.
const manifestOf = (folder: string, name: string) =>
  JSON.parse(readFileSync(join(folder, "packages", name, "package.json"), "utf8")) as {
    version: string;
    dependencies?: Record<string, string>;
  };

/** Changesets reads from git when each change was made; these tests need git. */
const hasGit = spawnSync("git", ["--version"]).status === 0;

test.skipIf(!hasGit)(
  "a change of the verifier raises the server kit's exact dependency with it, in manifest, code and changelog",
  () => {
    const copy = copyOfManifests();
    const before = manifestOf(copy, "webhook-verifier").version;
    const changeset = '---\n"@payment-sessions/webhook-verifier": minor\n---\n\nSomething that users see.\n';
    writeFileSync(join(copy, ".changeset", "one-more.md"), changeset);
    writeNextVersions(copy);
    const { version } = manifestOf(copy, "webhook-verifier");
    expect(version).not.toBe(before);
    const kit = manifestOf(copy, "server-kit");
    expect(kit.dependencies?.["@payment-sessions/webhook-verifier"]).toBe(version);
    expect(kit.version).not.toBe(before);
    const text = readFileSync(join(copy, "packages/server-kit/src/domain/service-version.ts"), "utf8");
    expect(text).toContain(`export const serviceVersion = "${kit.version}";`);
    expect(readFileSync(join(copy, "packages/sdk/src/version.ts"), "utf8")).toContain(manifestOf(copy, "sdk").version);
    const changelog = readFileSync(join(copy, "packages/webhook-verifier/CHANGELOG.md"), "utf8");
    expect(changelog).toMatch(
      new RegExp(`## ${version}\n[^#]+### Minor Changes\n[^#]+Something that users see[^#]+## 0\\.1\\.0`),
    );
  },
);

test.each(names)("%s is in its changelog at its version", (name) => {
  const { version } = manifestOf(root, name);
  expect(readFileSync(join(root, "packages", name, "CHANGELOG.md"), "utf8")).toContain(`\n## ${version}\n`);
});
