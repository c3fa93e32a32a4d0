// The local registry: verdaccio in a separate process, filled with the packed tarballs of all packages.
import { fork } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { publishMissing } from "../release/publish-missing.mjs";
import { fetchInto, makeProject } from "./projects.mjs";

/** The exact version, with a node-fetch that works on Node 20. */
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

/** As a release does it, but without provenance. Runs twice: the second run must find nothing left to publish. */
export async function publishAll(packed, url, folder) {
  makeProject(folder, { registry: url });
  const how = { folder, flags: ["--provenance=false"] };
  const published = [await publishMissing(packed, how), await publishMissing(packed, how)];
  if (published[0].length === packed.length && published[1].length === 0) return;
  throw new Error(`published at first [${published[0].join()}], then [${published[1].join()}]`);
}
