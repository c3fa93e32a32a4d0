// Runs verdaccio on loopback in a process that ends with its parent. It has no upstream registry, so it
// serves only what was published to it. Arguments: the folder verdaccio is installed in, the folder for its
// files.
import { mkdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const [installedIn, folder] = process.argv.slice(2);
process.on("disconnect", () => process.exit(0));

const configPath = join(folder, "config.yaml");
mkdirSync(join(folder, "storage"), { recursive: true });
const { runServer } = createRequire(join(installedIn, "package.json"))("verdaccio");
const app = await runServer({
  storage: join(folder, "storage"),
  configPath,
  self_path: configPath,
  uplinks: {},
  packages: { "**": { access: "$all", publish: "$all", unpublish: "$all" } },
  max_body_size: "50mb",
  web: { enable: false },
  log: { type: "stdout", format: "pretty", level: "error" },
});
const server = app.listen(0, "127.0.0.1", () => process.send({ port: server.address().port }));
