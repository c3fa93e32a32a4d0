// Checks the verifier behind servers: Express 4 and 5, Koa, Fastify, Hono and NestJS with their body parsers,
// in one project.
import { fetchInto, installOurs, makeProject } from "./projects.mjs";
import { run } from "./run.mjs";

const frameworks = [
  "express-4@npm:express@4.22.3",
  "express-5@npm:express@5.3.0",
  "koa@3.3.0",
  "koa-body@8.0.1",
  "koa-bodyparser@4.4.1",
  "@koa/bodyparser@6.1.0",
  "fastify@5.12.8",
  "fastify-raw-body@6.0.1",
  "hono@4.13.19",
  "@hono/node-server@2.1.9",
  "@nestjs/common@12.5.1",
  "@nestjs/core@12.5.1",
  "@nestjs/platform-express@12.5.1",
  "reflect-metadata@0.2.2",
  "rxjs@7.8.2",
];

/** @type {import("./check-consumers.mjs").Consumer[]} */
export const servers = [
  { name: "Express 4 and 5, Koa, Fastify, Hono, NestJS with body parsers before and after", run: holdBehindServers },
];

async function holdBehindServers({ folder, registry }) {
  makeProject(folder, { files: ["servers.mjs"], registry });
  await fetchInto(folder, ["--ignore-scripts", ...frameworks]);
  await installOurs(folder, ["webhook-verifier"]);
  const { isOk, output, stdout } = await run(process.execPath, ["servers.mjs"], { cwd: folder });
  return { isOk: isOk && /^\d+ servers passed$/m.test(stdout), output };
}
