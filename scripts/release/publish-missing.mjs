// Publishes those of the packed packages that the registry does not have yet, in their order. Published
// versions are left as they are, so that running it again after a partial release publishes the rest.
import { npm } from "../consumers/projects.mjs";

/**
 * @typedef {{ name: string, version: string, tarball: string }} Packed
 * @param {Packed[]} packages
 * @param {{ folder: string, flags?: string[] }} how `folder` contains npm's configuration; `flags` are for `npm publish`
 * @returns {Promise<string[]>} `name@version` of what was published
 */
export async function publishMissing(packages, { folder, flags = [] }) {
  const published = [];
  for (const { name, version, tarball } of packages) {
    const release = `${name}@${version}`;
    if (await isPublished(release, folder)) continue;
    const { isOk, output } = await npm(["publish", tarball, "--tag", "latest", ...flags], folder);
    if (!isOk) throw new Error(`npm publish of ${release}:\n${output}`);
    published.push(release);
  }
  return published;
}

/** npm prints nothing for a missing version of an existing package; for a missing package it reports 404. */
async function isPublished(release, folder) {
  const { isOk, stdout, output } = await npm(["view", release, "version", "--json"], folder);
  if (isOk) return stdout.trim() !== "";
  if (/npm error code E404/.test(output)) return false;
  throw new Error(`npm view ${release}:\n${output}`);
}
