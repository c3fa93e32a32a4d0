// A new operator's first hour by the README's "From an empty machine to a running service": init, serve, nginx with TLS, doctor, a request id.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { bundledProgram } from "../bundled-program.js";
import { freePort } from "../free-port.js";
import { callThrough, nginx, startNginx } from "../service/nginx.js";
import { commandLineIn } from "./call-command-line.js";

const program = bundledProgram("../src/cli.ts");

/** `payment-sessions serve` in a process of its own, with its log. */
async function serveIn(folder: string) {
  const child: ChildProcess = spawn(process.execPath, [program, "serve"], {
    cwd: folder,
    env: { PATH: process.env.PATH },
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let log = "";
  child.stderr?.on("data", (chunk) => (log += String(chunk)));
  let out = "";
  child.stdout?.on("data", (chunk) => (out += String(chunk)));
  await expect.poll(() => out, { timeout: 20_000, message: log }).toContain("Listening on");
  return {
    async stop() {
      const ended = once(child, "close");
      child.kill("SIGTERM");
      expect(await ended).toEqual([0, null]);
      return log;
    },
  };
}

test.skipIf(nginx === undefined)(
  "O16, O17: by the README's steps the service runs behind nginx, doctor reports what is missing, and a merchant's request id is found (NOT RUN without nginx)",
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "payment-sessions-operator-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const ports = { port: await freePort(), servicePort: await freePort() };
    const file = join(folder, "payment-sessions.config.mjs");
    const edit = (from: string, to: string) => {
      const text = readFileSync(file, "utf8");
      expect(text).toContain(from);
      writeFileSync(file, text.replace(from, to));
    };
    const { call, json } = commandLineIn(folder);
    const findings = async (level: string) => {
      const { findings: all } = (await json("doctor")).document as { findings: { level: string; message: string }[] };
      return all.filter((one) => one.level === level).map(({ message }) => message);
    };

    expect((await call("init")).exitCode).toBe(0);
    edit('baseUrl: "http://127.0.0.1:8080"', `baseUrl: "https://localhost:${ports.port}"`);
    edit("port: 8080", `port: ${ports.servicePort}`);
    expect((await call("config", "check")).out).toContain(`https://localhost:${ports.port}`);
    expect(await findings("problem")).toEqual([
      expect.stringContaining('run "payment-sessions migrate"'),
      expect.stringContaining('Is "payment-sessions serve" running, and does the proxy forward to it?'),
    ]);

    let serve = await serveIn(folder);
    await startNginx("packages/server-kit/README.md", ports);
    // The test's certificate is its own, as a new operator's first one is.
    expect(await findings("problem")).toEqual([expect.stringContaining("NODE_EXTRA_CA_CERTS=<file>")]);
    expect(await findings("warning")).toEqual([
      expect.stringContaining("give serve --trusted-proxy-hops"),
      expect.stringContaining('"payment-sessions store create"'),
      expect.stringContaining("--smtp-url"),
    ]);
    await serve.stop();
    edit("trustedProxyHops: 0", "trustedProxyHops: 1");
    serve = await serveIn(folder);

    const approved = ["--kyc", "approved", "--verification", "approved"];
    const created = await json("store", "create", "--name", "Tea", ...approved, "--contact-email", "a@tea.example");
    const { merchantId } = created.document as { merchantId: string };
    expect(await findings("warning")).toContainEqual(
      expect.stringContaining(`${merchantId}; run "payment-sessions store update`),
    );
    const key = await json("key", "create", "--merchant-id", merchantId, "--environment", "test");
    const headers = { authorization: `Bearer ${(key.document as { secret: string }).secret}` };
    const initialize = async (amountCents: number) => {
      const body = { merchantId, orderId: "1", amountCents, currency: "EUR" };
      const { status, text } = await callThrough(ports.port, { path: "/payments/initialize", headers, body });
      return { status, body: JSON.parse(text) as { requestId: string; paymentUrl?: string } };
    };
    const opened = await initialize(1999);
    expect([opened.status, opened.body.paymentUrl?.split("/checkout/")[0]]).toEqual([
      200,
      `https://localhost:${ports.port}`,
    ]);
    const refused = await initialize(19.99);

    const log = await serve.stop();
    const lines = log.split("\n").filter((line) => line.includes(refused.body.requestId));
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ merchantId, route: "/payments/initialize", status: refused.status, level: 30 }),
    ]);
    expect(refused.status).toBe(400);
  },
  60_000,
);
