// Checks the SDK and the verifier on each runtime: the merchant's whole journey, and the verifier's
// conformance suite with node:crypto and with WebCrypto; on Node also the mock in an MSW server of the newest
// version that this Node runs, and the server kit's guard against addresses that are not public.
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fetchInto, installOurs, makeProject } from "./projects.mjs";
import { run } from "./run.mjs";

const packages = ["sdk", "webhook-verifier"];
const verifier = "@payment-sessions/webhook-verifier";
const conformanceSuite = [
  ["packages", "webhook-verifier", "test", "run-conformance.mjs"],
  ["packages", "webhook-verifier", "test", "conformance.mjs"],
  ["spec", "vectors", "hmac-vectors.json"],
];

/** MSW 3 needs Node 22. */
const msw = { two: "msw@2.15.0", three: "msw@3.0.5" };
/** C9: the undici majors whose agents merchants use. */
const undicis = ["undici-6@npm:undici@6.24.1", "undici-7@npm:undici@7.30.2", "undici-8@npm:undici@8.13.0"];
const workerd = { package: "workerd@1.20261117.1", name: "Workers (workerd 2026-11-17)" };

/** @type {import("./check-consumers.mjs").Consumer[]} */
export const runtimes = [
  { name: `C9: Node ${process.versions.node}, MSW 2`, run: (place) => worksOn(place, process.execPath, [], msw.two) },
  ...[{ version: "22.23.3", itsMsw: msw.three }, { version: "24.21.0", itsMsw: msw.three }, { version: "26.10.0" }].map(
    ({ version, itsMsw }) => ({
      name: `C9: Node ${version}${itsMsw === undefined ? "" : ", MSW 3"}`,
      run: async (place) => {
        const node = await fetched(place, `node@${version}`, ["node", "bin", "node"]);
        const merchants = await worksOn(place, node, [], itsMsw);
        return together(itsMsw === undefined ? [merchants] : [merchants, await guardWorksOn(node, place)]);
      },
    }),
  ),
  {
    name: "Bun 1.4.5",
    run: async (place) => worksOn(place, await fetched(place, "bun@1.4.5", [".bin", "bun"]), []),
  },
  {
    name: "Deno 2.9.6",
    run: async (place) =>
      worksOn(place, await fetched(place, "deno@2.9.6", [".bin", "deno"]), ["run", "--allow-all", "--quiet"]),
  },
  { name: workerd.name, run: runsAsWorker },
];

/** @returns {Promise<string>} path of the runtime's executable, in a folder beside the project's */
async function fetched({ folder }, runtime, path) {
  const tools = makeProject(toolsOf(folder));
  await fetchInto(tools, [runtime]);
  return join(tools, "node_modules", ...path);
}

const toolsOf = (folder) => `${folder}-runtime`;

async function worksOn({ folder, registry, root }, runtime, args, itsMsw) {
  const mswPrograms = itsMsw === undefined ? [] : ["msw.mjs", "msw.cjs"];
  const isNode = args.length === 0 && !/bun$/.test(runtime);
  const nodePrograms = isNode ? ["dispatchers.mjs"] : [];
  const files = ["journey.mjs", ...nodePrograms, ...mswPrograms, ...(itsMsw === undefined ? [] : ["msw-scenario.cjs"])];
  makeProject(folder, { files, registry });
  copyConformance(root, folder);
  if (itsMsw !== undefined) await fetchInto(folder, ["--ignore-scripts", itsMsw]);
  // Without --force: npm only warns about majors that this Node is too old for, and the program reports them.
  if (isNode) await fetchInto(folder, ["--ignore-scripts", ...undicis]);
  await installOurs(folder, packages);
  const programs = [
    ...nodePrograms.map((file) => ({ command: [file], says: /^dispatchers done$/m })),
    { command: ["journey.mjs"], says: /^journey done$/m },
    { command: ["run-conformance.mjs", "--package", verifier], says: /checks passed by .* with node:crypto$/m },
    {
      command: ["run-conformance.mjs", "--package", verifier, "--web-crypto"],
      says: /checks passed by .* with WebCrypto$/m,
    },
    ...mswPrograms.map((file) => ({ command: [file], says: /^scenario done$/m })),
  ];
  const env = { DENO_DIR: join(toolsOf(folder), "deno"), DENO_NO_UPDATE_CHECK: "1" };
  const results = [];
  for (const { command, says } of programs) {
    const { isOk, output, stdout } = await run(runtime, [...args, ...command], { cwd: folder, env });
    // A program that exits early because nothing keeps its event loop alive counts as failed.
    results.push({ isOk: isOk && says.test(stdout), output: `${command.join(" ")}:\n${output}` });
  }
  return together(results);
}

/**
 * The server kit's address guard depends on each Node's look-ups and sockets: its tests run there from the
 * workspace's sources.
 */
async function guardWorksOn(node, { root }) {
  const vitest = join(root, "node_modules", "vitest", "vitest.mjs");
  const { isOk, output } = await run(node, [vitest, "run", "packages/server-kit/test/outbound"], {
    cwd: root,
    env: { NO_COLOR: "1" },
  });
  return { isOk: isOk && /Tests +\d+ passed/.test(output), output };
}

async function runsAsWorker(place) {
  const executable = await fetched(place, workerd.package, [".bin", "workerd"]);
  const { folder, registry, root } = place;
  makeProject(folder, { files: ["worker.mjs", "start-worker.mjs"], registry });
  copyConformance(root, folder);
  const readme = readFileSync(join(root, "packages", "webhook-verifier", "README.md"), "utf8");
  const [receiver] = readme
    .split(/^```(?:js)?$/m)
    .filter((part) => part.includes("env.WEBHOOK_SECRET") && !part.includes("process.env"));
  writeFileSync(join(folder, "readme-receiver.mjs"), receiver);
  await installOurs(folder, packages);
  const { build } = esbuildOf(root);
  await build({
    absWorkingDir: folder,
    entryPoints: ["worker.mjs"],
    outfile: join(folder, "bundle.mjs"),
    bundle: true,
    format: "esm",
    platform: "neutral",
    conditions: ["workerd", "worker", "import"],
    mainFields: ["module", "main"],
    logLevel: "silent",
  });
  const { isOk, output } = await run(process.execPath, ["start-worker.mjs", executable], { cwd: folder });
  return { isOk: isOk && output.includes("worker done"), output };
}

/** The bundler that the workspace builds with. */
export function esbuildOf(root) {
  return createRequire(createRequire(join(root, "package.json")).resolve("tsup"))("esbuild");
}

function copyConformance(root, folder) {
  for (const path of conformanceSuite) copyFileSync(join(root, ...path), join(folder, path.at(-1)));
}

function together(results) {
  const failed = results.filter(({ isOk }) => !isOk);
  return { isOk: failed.length === 0, output: failed.map(({ output }) => output).join("\n") };
}
