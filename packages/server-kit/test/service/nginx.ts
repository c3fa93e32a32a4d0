// Starts Debian's nginx in front of a service, with a file of the documentation in which only addresses and
// certificate are replaced.
import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished } from "vitest";

/** `undefined` where nginx is not installed. */
export const nginx = ["/usr/sbin/nginx", "/usr/bin/nginx"].find((path) => existsSync(path));

/**
 * Starts nginx with the nginx block of a page of this repository; it is stopped after the test. Resolves once
 * it forwards requests.
 */
export async function startNginx(page: string, { port, servicePort }: { port: number; servicePort: number }) {
  const folder = mkdtempSync(join(tmpdir(), "payment-sessions-nginx-"));
  const child = spawn(nginx ?? "", ["-c", writeConfig(folder, page, { port, servicePort }), "-p", folder], {
    stdio: "ignore",
  });
  onTestFinished(async () => {
    child.kill("SIGTERM");
    await new Promise((resolve) => child.once("exit", resolve));
    rmSync(folder, { recursive: true, force: true });
  });
  await expect
    .poll(async () => (await callThrough(port, { path: "/live" }).catch(() => undefined))?.status, { timeout: 10_000 })
    .toBe(200);
}

function writeConfig(folder: string, page: string, ports: { port: number; servicePort: number }): string {
  const text = readFileSync(fileURLToPath(new URL(`../../../../${page}`, import.meta.url)), "utf8");
  const blocks = [...text.matchAll(/```nginx\n([\s\S]*?)```/g)].map(([, block = ""]) => block);
  const written = blocks.find((block) => block.includes("listen 443 ssl")) ?? "";
  const key = join(folder, "key.pem");
  const certificate = join(folder, "certificate.pem");
  const subject = ["-subj", "/CN=pay.example.com", "-days", "1", "-nodes", "-newkey", "rsa:2048"];
  execFileSync("openssl", ["req", "-x509", ...subject, "-keyout", key, "-out", certificate], { stdio: "ignore" });
  const server = written
    .replace("127.0.0.1:8080", `127.0.0.1:${ports.servicePort}`)
    .replace("listen 443 ssl", `listen 127.0.0.1:${ports.port} ssl`)
    .replace(/ssl_certificate +\S+;/, `ssl_certificate ${certificate};`)
    .replace(/ssl_certificate_key +\S+;/, `ssl_certificate_key ${key};`);
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

interface Sent {
  path: string;
  headers?: Record<string, string>;
  /** Sent as JSON by POST. */
  body?: object;
  /** Ends the call once this text has arrived. */
  until?: string;
}

export interface Received {
  status: number;
  text: string;
  headers: Record<string, string | string[] | undefined>;
}

/** Over TLS, without verifying the certificate. */
export function callThrough(port: number, { path, headers = {}, body, until }: Sent): Promise<Received> {
  const text = body === undefined ? "" : JSON.stringify(body);
  const ofBody =
    body === undefined ? {} : { "content-type": "application/json", "content-length": `${Buffer.byteLength(text)}` };
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        host: "127.0.0.1",
        port,
        path,
        method: body === undefined ? "GET" : "POST",
        headers: { host: "pay.example.com", ...ofBody, ...headers },
        rejectUnauthorized: false,
      },
      (response) => {
        let received = "";
        response.on("data", (chunk: Buffer) => {
          received += chunk;
          if (until !== undefined && received.includes(until)) sent.destroy();
        });
        response.on("close", () =>
          resolve({ status: response.statusCode ?? 0, text: received, headers: response.headers }),
        );
      },
    );
    sent.on("error", reject);
    sent.end(text);
  });
}
