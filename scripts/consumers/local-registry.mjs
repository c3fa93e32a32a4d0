// The local registry: verdaccio in a process of its own, filled with the packed tarballs of all packages.
import { fork } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { fetchInto, makeProject, npm } from "./projects.mjs";

/** Exact, and with the node-fetch that it works with on Node 20. */
const verdaccio = { version: "6.8.0", overrides: { "node-fetch": "2.7.0" } };

/** @returns {Promise<{ url: string, stop: () => void }>} @throws CouldNotBeFetched */
export async function startRegistry(folder) {
  const installedIn = makeProject(join(folder, "verdaccio"), { manifest: { overrides: verdaccio.overrides } });
  await fetchInto(installedIn, [`verdaccio@${verdaccio.version}`]);
  const child = fork(fileURLToPath(new URL("registry-process.mjs", import.meta.url)), [installedIn, folder], {
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text) => {
      output += text;
    });
  }
  const port = await new Promise((resolve, reject) => {
    child.once("message", (message) => resolve(message.port));
    child.once("exit", () => reject(new Error(`verdaccio did not start:\n${output}`)));
  });
  return { url: `http://127.0.0.1:${port}`, stop: () => child.kill("SIGKILL") };
}

/** Packs each package as npm would publish it. @returns {Promise<string[]>} paths of the tarballs */
export async function packAll(root, names, folder) {
  makeProject(folder);
  for (const name of names) {
    const { isOk, output } = await npm(["pack", join(root, "packages", name), "--ignore-scripts"], folder);
    if (!isOk) throw new Error(`npm pack of packages/${name}:\n${output}`);
  }
  return readdirSync(folder)
    .filter((file) => file.endsWith(".tgz"))
    .map((file) => join(folder, file));
}

export async function publishAll(tarballs, url, folder) {
  makeProject(folder, { registry: url });
  for (const tarball of tarballs) {
    const { isOk, output } = await npm(["publish", tarball, "--access", "public", "--tag", "latest"], folder);
    if (!isOk) throw new Error(`npm publish of ${tarball}:\n${output}`);
  }
}
