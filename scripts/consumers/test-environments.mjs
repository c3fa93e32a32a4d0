// Checks that a merchant's test suite passes under Vitest and Jest, each with the environments
// node, jsdom and happy-dom, in one project.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fetchInto, installOurs, makeProject } from "./projects.mjs";
import { run } from "./run.mjs";

const tools = [
  "vitest@4.1.12",
  "jsdom@27.4.0",
  "happy-dom@20.14.6",
  "jest@30.5.2",
  "jest-environment-jsdom@30.5.2",
  "jest-fixed-jsdom@0.0.11",
  "@happy-dom/jest-environment@20.14.5",
];
const claimCount = 6;
const environments = [
  { name: "node", jest: "node" },
  // The unmodified environment hides fetch, Response and TextDecoder from the code under test.
  { name: "jsdom", jest: "jest-fixed-jsdom" },
  { name: "happy-dom", jest: "@happy-dom/jest-environment" },
];

/** @type {import("./check-consumers.mjs").Consumer[]} */
export const testEnvironments = [
  { name: "Vitest and Jest with node, jsdom and happy-dom", run: checkTestEnvironments },
];

async function checkTestEnvironments({ folder, registry }) {
  const files = ["test-environments.mjs", "environments.vitest.mjs", "environments.jest.test.cjs"];
  makeProject(folder, { files, registry });
  // Jest loads the claims as CommonJS.
  const claims = readFileSync(join(folder, "test-environments.mjs"), "utf8");
  writeFileSync(
    join(folder, "test-environments.cjs"),
    `${claims.replace("export const", "const")}\nmodule.exports = { claims };\n`,
  );
  writeFileSync(
    join(folder, "vitest.config.mjs"),
    'export default { test: { include: ["environments.vitest.mjs"] } };\n',
  );
  await fetchInto(folder, ["--ignore-scripts", ...tools]);
  await installOurs(folder, ["webhook-verifier", "sdk"]);
  const failed = [];
  for (const environment of environments) {
    for (const { name, args } of commandsFor(environment)) {
      const { isOk, output } = await run(process.execPath, args, {
        cwd: folder,
        env: { NO_COLOR: "1", FORCE_COLOR: "0" },
      });
      const hasRunAllClaims = new RegExp(`Tests:? +${claimCount} passed`).test(output);
      if (!isOk || !hasRunAllClaims) failed.push(`${name}, ${environment.name}:\n${output}`);
    }
  }
  return { isOk: failed.length === 0, output: failed.join("\n") };
}

function commandsFor({ name, jest }) {
  return [
    {
      name: "Vitest",
      args: [join("node_modules", "vitest", "vitest.mjs"), "run", "--environment", name],
    },
    {
      name: "Jest",
      args: [join("node_modules", "jest", "bin", "jest.js"), "--ci", "--runInBand", "--env", jest],
    },
  ];
}
