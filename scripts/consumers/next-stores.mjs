// C1, C2, C3: stores on Next.js, built without the secret in the environment and started with it: routes of
// the App Router and the Pages Router, on Node and on the edge, and server components, one of which requests
// a payment's status.
import { cpSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { fetchInto, installOurs, makeProject } from "./projects.mjs";
import { run } from "./run.mjs";

const program = fileURLToPath(new URL("programs/next-store/", import.meta.url));
const react = "19.3.1";

/** The two newest majors that run on Node 20. */
const versions = ["16.4.6", "15.5.29"];

/** @type {import("./check-consumers.mjs").Consumer[]} */
export const nextStores = versions.map((version) => ({
  name: `C1, C2, C3: Next.js ${version}`,
  run: (place) => buildsAndServes(place, version),
}));

async function buildsAndServes({ folder, registry }, version) {
  makeProject(folder, { registry });
  await fetchInto(folder, ["--ignore-scripts", `next@${version}`, `react@${react}`, `react-dom@${react}`]);
  await installOurs(folder, ["sdk", "webhook-verifier"]);
  cpSync(program, folder, { recursive: true });
  const env = { NEXT_TELEMETRY_DISABLED: "1", NODE_ENV: "production", WEBHOOK_SECRET: "" };
  const built = await run(process.execPath, ["node_modules/next/dist/bin/next", "build"], {
    cwd: folder,
    env,
    deadlineMs: 300_000,
  });
  if (!built.isOk) return built;
  const served = await run(process.execPath, ["deliver.mjs"], { cwd: folder, env });
  return { isOk: served.isOk && /^all routes passed$/m.test(served.stdout), output: built.output + served.output };
}
