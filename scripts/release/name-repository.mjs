// Adds the repository's address to the packages. It is known only in the release workflow, from its
// environment. The manifest then gets `repository`, `homepage` and `bugs`, and the README's links to files of
// the repository become absolute, since the registry's page does not contain those files.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * @param {Record<string, unknown>} manifest
 * @param {{ address: string, directory: string }} source `address` is the repository's web address, without a trailing slash
 */
function namedManifest(manifest, { address, directory }) {
  return {
    ...manifest,
    repository: { type: "git", url: `git+${address}.git`, directory },
    homepage: `${address}/tree/HEAD/${directory}#readme`,
    bugs: { url: `${address}/issues` },
  };
}

/** Leaves links to headings of the same page and to other sites unchanged. */
export function withAbsoluteLinks(readme, { address, directory }) {
  return readme.replace(/\]\((?![a-z]+:|#)([^)\s]+)\)/g, (_link, target) => {
    const { pathname, hash } = new URL(target, `https://repository.invalid/${directory}/`);
    return `](${address}/blob/HEAD${pathname}${hash})`;
  });
}

/** Without an address a link out of the package has no target: the file's path is written instead. */
function withoutOutwardLinks(readme, { directory }) {
  return readme.replace(/\[([^\]]+)\]\((?![a-z]+:|#)([^)\s]+)\)/g, (link, text, target) => {
    const { pathname } = new URL(target, `https://repository.invalid/${directory}/`);
    return pathname.startsWith(`/${directory}/`) ? link : `${text} (${pathname.slice(1)} of the repository)`;
  });
}

/**
 * Writes the repository's address into each package while `work` runs, and restores the files afterwards.
 * @param {string | undefined} address `undefined` in a dry run without one: only links that lead out of the package are removed
 */
export async function whileNaming(root, names, address, work) {
  const files = names.flatMap((name) => {
    const directory = `packages/${name}`;
    const read = (file) => ({
      path: join(root, directory, file),
      text: readFileSync(join(root, directory, file), "utf8"),
    });
    const readme = read("README.md");
    if (!address) return [{ ...readme, named: withoutOutwardLinks(readme.text, { directory }) }];
    const source = { address, directory };
    const manifest = read("package.json");
    return [
      { ...manifest, named: `${JSON.stringify(namedManifest(JSON.parse(manifest.text), source), null, 2)}\n` },
      { ...readme, named: withAbsoluteLinks(readme.text, source) },
    ];
  });
  try {
    for (const { path, named } of files) writeFileSync(path, named);
    return await work();
  } finally {
    for (const { path, text } of files) writeFileSync(path, text);
  }
}
