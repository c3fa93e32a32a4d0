// Creates fresh projects outside the workspace and installs into them: our packages from the local registry,
// all others from the registry that npm is configured with.
import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { run } from "./run.mjs";

const scope = "@payment-sessions";
const programs = fileURLToPath(new URL("programs/", import.meta.url));

/**
 * A runtime, tool or third-party package could not be fetched, so the consumer was not tried. Never counts as
 * a pass.
 */
export class CouldNotBeFetched extends Error {}

/** npm's messages when it cannot reach a registry or does not find a package there. */
const unreachable =
  /npm error code (?:ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ERR_SOCKET_TIMEOUT|ENOTCACHED|E404|E50[0-9]|ETARGET|EIDLETIMEOUT)/;

/**
 * @param {string} folder
 * @param {{ files?: string[], manifest?: object, registry?: string }} [content] `files` are names in programs/, `registry` is the local one's URL.
 */
export function makeProject(folder, { files = [], manifest = {}, registry } = {}) {
  mkdirSync(folder, { recursive: true });
  const whole = { name: "consumer", version: "1.0.0", private: true, ...manifest };
  writeFileSync(join(folder, "package.json"), JSON.stringify(whole, null, 2));
  // The token is not a secret: the local registry lets everybody publish, but npm does not try without one.
  const local =
    registry === undefined ? [] : [`${scope}:registry=${registry}/`, `${registry.slice(5)}/:_authToken=none`];
  const lines = ["fund=false", "audit=false", "update-notifier=false", "prefer-online=true", ...local];
  writeFileSync(join(folder, ".npmrc"), `${lines.join("\n")}\n`);
  for (const file of files) copyFileSync(join(programs, file), join(folder, file));
  return folder;
}

/** Installs what is not ours. @throws CouldNotBeFetched */
export async function fetchInto(folder, packages) {
  const { isOk, output } = await npm(["install", ...packages], folder);
  if (!isOk) throw new CouldNotBeFetched(`npm install ${packages.join(" ")}: ${firstComplaint(output)}`);
}

/**
 * Installs our packages. @throws CouldNotBeFetched when one of their own dependencies cannot be fetched;
 * Error for everything else
 */
export async function installOurs(folder, names, flags = []) {
  const packages = names.map((name) => `${scope}/${name}`);
  const { isOk, output } = await npm(["install", ...flags, ...packages], folder);
  if (isOk) return;
  if (unreachable.test(output) && !/npm error.*(?:@payment-sessions|127\.0\.0\.1)/.test(output)) {
    throw new CouldNotBeFetched(`npm install ${packages.join(" ")}: ${firstComplaint(output)}`);
  }
  throw new Error(output);
}

/** @param {string[]} args */
export function npm(args, folder) {
  return run("npm", args, { cwd: folder, deadlineMs: 180_000 });
}

function firstComplaint(output) {
  const lines = output.split("\n").filter((line) => line.trim() !== "");
  return (
    lines
      .filter((line) => line.startsWith("npm error"))
      .slice(0, 2)
      .join(" ") ||
    (lines.at(-1) ?? "no reason given")
  );
}
