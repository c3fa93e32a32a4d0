// Where does a package come from? Nobody knows before the release workflow runs: it has the repository's address in its environment. The
// manifest then gets `repository`, `homepage` and `bugs`, and the README's links to files of the repository become addresses, for the
// registry's page has no such files beside it.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * @param {Record<string, unknown>} manifest
 * @param {{ address: string, directory: string }} source `address` as a browser takes it, without a slash at its end
 */
function namedManifest(manifest, { address, directory }) {
  return {
    ...manifest,
    repository: { type: "git", url: `git+${address}.git`, directory },
    homepage: `${address}/tree/HEAD/${directory}#readme`,
    bugs: { url: `${address}/issues` },
  };
}

/** Links to headings of the page itself and to other sites stay as they are. */
export function withAbsoluteLinks(readme, { address, directory }) {
  return readme.replace(/\]\((?![a-z]+:|#)([^)\s]+)\)/g, (_link, target) => {
    const { pathname, hash } = new URL(target, `https://repository.invalid/${directory}/`);
    return `](${address}/blob/HEAD${pathname}${hash})`;
  });
}

/** Without an address a link out of the package has no target: its file is named in words instead. */
function withoutOutwardLinks(readme, { directory }) {
  return readme.replace(/\[([^\]]+)\]\((?![a-z]+:|#)([^)\s]+)\)/g, (link, text, target) => {
    const { pathname } = new URL(target, `https://repository.invalid/${directory}/`);
    return pathname.startsWith(`/${directory}/`) ? link : `${text} (${pathname.slice(1)} of the repository)`;
  });
}

/**
 * Names the repository in each package while `work` is done, and puts the files back.
 * @param {string | undefined} address `undefined` for a dry run that does not know it: only links that lead out of the package go
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
