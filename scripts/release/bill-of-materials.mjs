// Lists what a user installs with the packages, as a CycloneDX document that npm creates from an install of
// the tarballs. Code bundled into the SDK is not a separate install: THIRD-PARTY-LICENSES.md in the package
// lists it.
import { fetchInto, makeProject, npm } from "../consumers/projects.mjs";

/**
 * @param {import("./publish-missing.mjs").Packed[]} packed
 * @param {string} folder for the install
 * @returns {Promise<string>} JSON
 */
export async function writeBillOfMaterials(packed, folder) {
  makeProject(folder);
  await fetchInto(folder, ["--ignore-scripts", ...packed.map(({ tarball }) => tarball)]);
  const { isOk, output, stdout } = await npm(["sbom", "--sbom-format", "cyclonedx"], folder);
  if (!isOk) throw new Error(`npm sbom:\n${output}`);
  const listed = new Set(JSON.parse(stdout).components.map(({ purl }) => decodeURIComponent(purl)));
  const missing = packed.find(({ name, version }) => !listed.has(`pkg:npm/${name}@${version}`));
  if (missing !== undefined) throw new Error(`the bill of materials does not list ${missing.name}@${missing.version}`);
  return stdout;
}
