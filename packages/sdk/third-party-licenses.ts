// Writes THIRD-PARTY-LICENSES.md: the packages whose code is in the bundles, with their licences.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";

interface BundledPackage {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly text: string;
}

/** `inputs` are the files of a bundle as the bundler names them, relative to `root`. */
export function writeThirdPartyLicenses(inputs: Iterable<string>, root: string, target: string): void {
  const directories = new Set<string>();
  for (const input of inputs) {
    const directory = packageDirectoryOf(resolve(root, input));
    if (directory !== undefined) directories.add(directory);
  }
  const packages = [...directories].map(readPackage).sort((a, b) => a.name.localeCompare(b.name, "en"));
  const sections = packages.map(
    ({ name, version, license, text }) => `## ${name} ${version} (${license})\n\n\`\`\`text\n${text.trim()}\n\`\`\`\n`,
  );
  const intro =
    "# Third-party licences\n\nThe published files contain code of these packages, so that installing this one installs nothing else. This page is made by the build.\n";
  writeFileSync(target, [intro, ...sections].join("\n"));
}

function packageDirectoryOf(file: string): string | undefined {
  return /^(.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/.exec(file)?.[1];
}

function readPackage(directory: string): BundledPackage {
  const manifest = JSON.parse(readFileSync(join(directory, "package.json"), "utf8")) as Record<string, unknown>;
  const name = String(manifest.name);
  const file = readdirSync(directory).find((entry) => /^licen[cs]e(\.|$)/i.test(entry));
  if (typeof manifest.license !== "string") {
    throw new Error(`${name} is bundled and its package.json names no licence: see ${relative(".", directory)}.`);
  }
  return {
    name,
    version: String(manifest.version),
    license: manifest.license,
    text:
      file === undefined
        ? `The package names this licence and carries no text of it (${repositoryOf(manifest)}).`
        : readFileSync(join(directory, file), "utf8"),
  };
}

function repositoryOf({ repository }: Record<string, unknown>): string {
  return typeof repository === "string" ? repository : String(Object(repository).url ?? "no address given");
}
