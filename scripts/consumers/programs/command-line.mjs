// The installed command: prints its help, serves /health on a free port, and exits by itself on SIGTERM.
import { execFileSync, spawn } from "node:child_process";
import { join } from "node:path";

const isWindows = process.platform === "win32";
const command = join("node_modules", ".bin", isWindows ? "payment-sessions.cmd" : "payment-sessions");
const help = execFileSync(command, ["--help"], { encoding: "utf8", shell: isWindows });
if (!help.includes("serve")) throw new Error(`the help names no command to serve: ${help}`);

const served = spawn(command, ["serve", "--port", "0", "--database", "command-line.db", "--json"], {
  stdio: ["ignore", "pipe", "inherit"],
  shell: isWindows,
});
const ended = new Promise((resolve) => served.on("exit", (code, signal) => resolve(code ?? signal)));
const { url } = await firstDocument(served.stdout);
const health = await fetch(`${url}/health`);
if (health.status !== 200) throw new Error(`/health responded with ${health.status}: ${await health.text()}`);
await health.arrayBuffer();
served.kill("SIGTERM");
const code = await ended;
if (code !== 0 && !isWindows) throw new Error(`it ended with ${code}, not 0`);

async function firstDocument(stream) {
  let text = "";
  for await (const chunk of stream.setEncoding("utf8").iterator({ destroyOnReturn: false })) {
    text += chunk;
    try {
      return JSON.parse(text);
    } catch {
      // the JSON document is incomplete
    }
  }
  throw new Error(`it said no address: ${text}`);
}
