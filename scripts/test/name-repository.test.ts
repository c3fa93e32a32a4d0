// Checks what the registry's page shows about a package, and where its links point.
import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { publishedPackages } from "../check/workspace.mjs";
import { whileNaming, withAbsoluteLinks } from "../release/name-repository.mjs";
import { packAll } from "../release/pack.mjs";

const root = fileURLToPath(new URL("../../", import.meta.url));
const source = { address: "https://git.example/tea/payments", directory: "packages/sdk" };

test.each([
  ["[a](CHANGELOG.md)", "[a](https://git.example/tea/payments/blob/HEAD/packages/sdk/CHANGELOG.md)"],
  ["[a](./docs/b.md#part)", "[a](https://git.example/tea/payments/blob/HEAD/packages/sdk/docs/b.md#part)"],
  ["[a](../../docs/states.md)", "[a](https://git.example/tea/payments/blob/HEAD/docs/states.md)"],
  ["[a](#options) [b](https://npm.example/x)", "[a](#options) [b](https://npm.example/x)"],
])("C33: the link %s is published as %s", (written, published) => {
  expect(withAbsoluteLinks(written, source)).toBe(published);
});

test("C33: a release names repository, homepage and bugs of each package, and leaves the files unchanged", async () => {
  const folder = mkdtempSync(join(tmpdir(), "naming-"));
  const path = (file: string) => join(folder, "packages", "sdk", file);
  mkdirSync(path(""), { recursive: true });
  const files = { "package.json": '{ "name": "x",\n"version": "1.0.0" }', "README.md": "[a](LICENSE)" };
  for (const [file, text] of Object.entries(files)) writeFileSync(path(file), text);
  const read = (file: string) => readFileSync(path(file), "utf8");
  let manifest: unknown;
  let readme = "";
  const failing = whileNaming(folder, ["sdk"], source.address, async () => {
    manifest = JSON.parse(read("package.json"));
    readme = read("README.md");
    throw new Error("npm pack failed");
  });
  await expect(failing).rejects.toThrow("npm pack failed");
  expect(manifest).toEqual({
    name: "x",
    version: "1.0.0",
    repository: { type: "git", url: "git+https://git.example/tea/payments.git", directory: "packages/sdk" },
    homepage: "https://git.example/tea/payments/tree/HEAD/packages/sdk#readme",
    bugs: { url: "https://git.example/tea/payments/issues" },
  });
  expect(readme).toBe("[a](https://git.example/tea/payments/blob/HEAD/packages/sdk/LICENSE)");
  for (const [file, text] of Object.entries(files)) expect(read(file)).toBe(text);
  rmSync(folder, { recursive: true });
});

test.each(publishedPackages)("C33: %s can be found by keywords", (name) => {
  // A manifest of this workspace.
  const { keywords = [] } = JSON.parse(readFileSync(join(root, "packages", name, "package.json"), "utf8")) as {
    keywords?: string[];
  };
  expect(keywords.length).toBeGreaterThanOrEqual(5);
});

test.each(publishedPackages)("C33: every link of the README of %s has a target from the registry's page", (name) => {
  const folder = join(root, "packages", name);
  const readme = readFileSync(join(folder, "README.md"), "utf8");
  const targets = [...readme.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = ""]) => target);
  expect(targets.length).toBeGreaterThanOrEqual(3);
  const headings = [...readme.matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) => slug(heading));
  for (const target of targets) {
    if (target.startsWith("#")) expect(headings, target).toContain(target.slice(1));
    // A file of the repository: the release turns the link into an absolute one.
    else if (!target.startsWith("https://"))
      expect(existsSync(join(folder, target.replace(/#.*/, ""))), target).toBe(true);
  }
});

test.each([undefined, source.address])(
  "C33: no link of a packed README leads out of its package (repository %s)",
  async (address) => {
    const folder = mkdtempSync(join(tmpdir(), "packing-"));
    for (const name of publishedPackages) {
      mkdirSync(join(folder, "packages", name), { recursive: true });
      for (const file of ["package.json", "README.md", "CHANGELOG.md", "LICENSE", "THIRD-PARTY-LICENSES.md"])
        if (existsSync(join(root, "packages", name, file)))
          copyFileSync(join(root, "packages", name, file), join(folder, "packages", name, file));
    }
    const packed = await whileNaming(folder, publishedPackages, address, () =>
      packAll(folder, publishedPackages, join(folder, "packed")),
    );
    for (const { name, tarball } of packed) {
      const inside = execFileSync("tar", ["-tzf", tarball], { encoding: "utf8" }).split("\n");
      const readme = execFileSync("tar", ["-xzOf", tarball, "package/README.md"], { encoding: "utf8" });
      const targets = [...readme.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = ""]) => target);
      const relative = targets.filter((target) => !/^(https:|#)/.test(target));
      for (const target of relative) expect(inside, `${name}: ${target}`).toContain(`package/${target}`);
      if (address !== undefined) expect(relative, name).toEqual([]);
    }
    rmSync(folder, { recursive: true });
  },
);

/** A heading's anchor as GitHub and npm derive it. */
function slug(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Number}\s_-]/gu, "")
    .replace(/\s/g, "-");
}

test("C33: each changelog has the version of its manifest, and no later one", () => {
  for (const name of publishedPackages) {
    const changelog = readFileSync(join(root, "packages", name, "CHANGELOG.md"), "utf8");
    // A manifest of this workspace.
    const { version } = JSON.parse(readFileSync(join(root, "packages", name, "package.json"), "utf8")) as {
      version: string;
    };
    expect(changelog.match(/^## .*$/m)?.[0]).toBe(`## ${version}`);
    // Before its first release a changelog has one section only.
    expect(changelog.match(/^## .*$/gm)).toHaveLength(1);
  }
});
