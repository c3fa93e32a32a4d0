// Which of the packed packages does the registry not have yet? Publishes those, in their order. What is there stays: asking again, after a
// release that broke off half way, publishes the rest.
import { npm } from "../consumers/projects.mjs";

/**
 * @typedef {{ name: string, version: string, tarball: string }} Packed
 * @param {Packed[]} packages
 * @param {{ folder: string, flags?: string[] }} how `folder` is where npm reads its configuration; `flags` are for `npm publish`
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

/** Of a package without this version npm says nothing; of a package that is not there at all it says 404. */
async function isPublished(release, folder) {
  const { isOk, stdout, output } = await npm(["view", release, "version", "--json"], folder);
  if (isOk) return stdout.trim() !== "";
  if (/npm error code E404/.test(output)) return false;
  throw new Error(`npm view ${release}:\n${output}`);
}
