// Publishes what is not on npm yet: `npm run release`, after `npm run build`, by the release workflow only.
// npm proves where each package was built (provenance), and for that compares `repository` with the
// repository that the workflow runs in: it is written from there. With `--dry-run` packs, prints what would
// be published, and lists what users will have installed (bill-of-materials.json).
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { publishedPackages } from "./check/workspace.mjs";
import { makeProject, npm } from "./consumers/projects.mjs";
import { writeBillOfMaterials } from "./release/bill-of-materials.mjs";
import { whileNaming } from "./release/name-repository.mjs";
import { packAll } from "./release/pack.mjs";
import { publishMissing } from "./release/publish-missing.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const isDryRun = process.argv[2] === "--dry-run";
if (process.argv.length > (isDryRun ? 3 : 2)) {
  console.error(`Unknown argument "${process.argv.at(-1)}": run without one to publish, or with --dry-run.`);
  process.exit(2);
}

const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository } = process.env;
if (!isDryRun && (!server || !repository)) {
  console.error(
    "Releases are published by the release workflow, which can prove where they were built. Here: --dry-run.",
  );
  process.exit(2);
}

const folder = mkdtempSync(join(tmpdir(), "payment-sessions-release-"));
try {
  const packed = await whileNaming(root, publishedPackages, repository && `${server}/${repository}`, () =>
    packAll(root, publishedPackages, folder),
  );
  const billOfMaterials = await writeBillOfMaterials(packed, join(folder, "bill"));
  writeFileSync(join(root, "bill-of-materials.json"), billOfMaterials);
  if (isDryRun) {
    for (const { name, version } of packed) console.log(`would publish ${name}@${version} unless it is there`);
  } else {
    const published = await publishMissing(packed, { folder: await withToken(join(folder, "publisher")) });
    console.log(published.length === 0 ? "Everything is published." : `Published ${published.join(", ")}.`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}

/**
 * npm reads the token from the environment, so that no file contains it. Without one npm authenticates with
 * the workflow's OIDC identity.
 */
async function withToken(folder) {
  makeProject(folder);
  if (!process.env.NPM_TOKEN) return folder;
  const { isOk, stdout, output } = await npm(["config", "get", "registry"], folder);
  if (!isOk) throw new Error(`npm config get registry:\n${output}`);
  const address = stdout.trim().replace(/^https?:|\/*$/g, "");
  appendFileSync(join(folder, ".npmrc"), `${address}/:_authToken=\${NPM_TOKEN}\n`);
  return folder;
}
