// The optional packages for PostgreSQL are not installed: the command and the storage report in one sentence
// what to install. The other programs of this project show what works on SQLite without them.
import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { join } from "node:path";
import { createPaymentService, postgresStorage } from "@payment-sessions/server-kit";

const sentence = "PostgreSQL needs the packages pg and graphile-worker: npm install pg graphile-worker";
const connectionString = "postgres://127.0.0.1:1/none";

for (const name of ["pg", "graphile-worker"]) {
  if (isInstalled(name)) throw new Error(`${name} is installed here: the program shows nothing`);
}

const service = createPaymentService({ baseUrl: "http://127.0.0.1", storage: postgresStorage({ connectionString }) });
const refusal = await service.start().catch((error) => error);
if (refusal?.message !== sentence) throw new Error(`the storage says: ${refusal?.message}`);

const isWindows = process.platform === "win32";
const command = join("node_modules", ".bin", isWindows ? "payment-sessions.cmd" : "payment-sessions");
for (const argv of [["serve", "--port", "0"], ["migrate"]]) {
  const options = { encoding: "utf8", shell: isWindows, timeout: 60_000 };
  const { status, stderr } = spawnSync(command, [...argv, "--database", connectionString], options);
  const lines = stderr.trim().split("\n");
  if (status !== 1 || lines.length !== 1 || !lines[0].includes(sentence)) {
    throw new Error(`payment-sessions ${argv[0]} ended with ${status} and says: ${stderr}`);
  }
}

function isInstalled(name) {
  try {
    createRequire(import.meta.url).resolve(name);
    return true;
  } catch {
    return false;
  }
}
