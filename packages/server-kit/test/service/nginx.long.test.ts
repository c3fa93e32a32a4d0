// The service behind Debian's nginx, with the file of docs/deployment/proxies.md. NOT RUN where nginx is not installed.
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { request } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { createPaymentService } from "../../src/index.js";
import { freshStorage } from "../storages.js";

const nginx = ["/usr/sbin/nginx", "/usr/bin/nginx"].find((path) => existsSync(path));
const page = fileURLToPath(new URL("../../../../docs/deployment/proxies.md", import.meta.url));

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, "127.0.0.1", resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise<void>((resolve) => probe.close(() => resolve()));
  return port;
}

/** The page's own file, with addresses and a certificate of this test. */
function writeConfig(folder: string, { port, servicePort }: { port: number; servicePort: number }): string {
  const written = /```nginx\n([\s\S]*?)```/.exec(readFileSync(page, "utf8"))?.[1] ?? "";
  const key = join(folder, "key.pem");
  const certificate = join(folder, "certificate.pem");
  const subject = ["-subj", "/CN=pay.example.com", "-days", "1", "-nodes", "-newkey", "rsa:2048"];
  execFileSync("openssl", ["req", "-x509", ...subject, "-keyout", key, "-out", certificate], { stdio: "ignore" });
  const server = written
    .replace("127.0.0.1:8080", `127.0.0.1:${servicePort}`)
    .replace("listen 443 ssl", `listen 127.0.0.1:${port} ssl`)
    .replace("/etc/ssl/pay.example.com.pem", certificate)
    .replace("/etc/ssl/pay.example.com.key", key);
  const paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  const file = join(folder, "nginx.conf");
  writeFileSync(
    file,
    `daemon off; pid ${folder}/nginx.pid; error_log ${folder}/error.log; events {}\nhttp { access_log off; ${paths.join(" ")}\n${server}\n}\n`,
  );
  return file;
}

interface Answer {
  status: number;
  text: string;
  headers: Record<string, string | string[] | undefined>;
}

function call(port: number, path: string, headers: Record<string, string> = {}, onData?: (text: string) => void) {
  return new Promise<Answer>((resolve, reject) => {
    const sent = request(
      { host: "127.0.0.1", port, path, headers: { host: "pay.example.com", ...headers }, rejectUnauthorized: false },
      (response) => {
        let text = "";
        response.on("data", (chunk: Buffer) => {
          text += chunk;
          onData?.(text);
          if (onData !== undefined && text.includes("event: progress")) sent.destroy();
        });
        response.on("close", () => resolve({ status: response.statusCode ?? 0, text, headers: response.headers }));
      },
    );
    sent.on("error", reject);
    sent.end();
  });
}

async function openBehindNginx() {
  const folder = mkdtempSync(join(tmpdir(), "payment-sessions-nginx-"));
  const port = await freePort();
  const service = createPaymentService({
    baseUrl: "https://pay.example.com",
    storage: freshStorage(),
    trustedProxyHops: 1,
    rateLimits: { failedApiKeys: { max: 2, windowSeconds: 60 } },
  });
  const server = await service.listen(0);
  const { port: servicePort } = server.address() as AddressInfo;
  const child: ChildProcess = spawn(nginx ?? "", ["-c", writeConfig(folder, { port, servicePort }), "-p", folder], {
    stdio: "ignore",
  });
  onTestFinished(async () => {
    child.kill("SIGTERM");
    await new Promise((resolve) => child.once("exit", resolve));
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  await expect
    .poll(async () => (await call(port, "/live").catch(() => undefined))?.status, { timeout: 10_000 })
    .toBe(200);
  return { service, port };
}

test.skipIf(nginx === undefined)(
  "O17: behind nginx with the documented file, callers are told apart, links are https, streams come at once (NOT RUN without nginx)",
  async () => {
    const { service, port } = await openBehindNginx();
    const { merchantId } = await service.stores.create({ name: "S", kyc: "approved", verification: "approved" });
    const { secret } = await service.apiKeys.issue({ merchantId, environment: "test" });

    // A client's own header is appended to, not believed: nginx adds the address that it saw.
    const wrong = { authorization: "Bearer ps_test_wrong" };
    const statuses: number[] = [];
    for (const address of ["203.0.113.1", "203.0.113.2", "203.0.113.3"]) {
      statuses.push((await call(port, "/payments/x/status", { ...wrong, "x-forwarded-for": address })).status);
    }
    expect(statuses).toEqual([401, 401, 429]);
    expect((await call(port, "/payments/x/status", { authorization: `Bearer ${secret}` })).status).toBe(404);
    expect((await service.inspect()).ignoredForwardingAt).toBeUndefined();

    const opened = await new Promise<string>((resolve, reject) => {
      const body = JSON.stringify({ merchantId, orderId: "1", amountCents: 100, currency: "EUR" });
      const headers = {
        host: "pay.example.com",
        authorization: `Bearer ${secret}`,
        "content-type": "application/json",
        "content-length": String(Buffer.byteLength(body)),
      };
      const sent = request(
        { host: "127.0.0.1", port, method: "POST", path: "/payments/initialize", headers, rejectUnauthorized: false },
        (response) => {
          let text = "";
          response.on("data", (chunk: Buffer) => (text += chunk)).on("end", () => resolve(text));
        },
      );
      sent.on("error", reject);
      sent.end(body);
    });
    const { paymentUrl } = JSON.parse(opened) as { paymentUrl: string };
    expect(paymentUrl).toMatch(/^https:\/\/pay\.example\.com\/checkout\//);
    const { pathname, search } = new URL(paymentUrl);
    const shown = await call(port, pathname + search);
    expect([shown.status, shown.headers["strict-transport-security"]]).toEqual([200, "max-age=31536000"]);
    const stream = await call(port, `${pathname}/events${search}`, {}, () => {});
    expect(stream.text).toContain("event: progress");
  },
);
