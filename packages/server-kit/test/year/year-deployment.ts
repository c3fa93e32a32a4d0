// One deployment through a year on a clock that the test advances: a folder with its configuration and .env,
// receivers of webhooks, and the service, started and stopped as an operator does.
import { spawnSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { verifySignature } from "@payment-sessions/webhook-verifier";
import { onTestFinished } from "vitest";
import { loadConfigFile } from "../../src/cli/config-file.js";
import { createPaymentService, type PaymentService, sqliteStorage } from "../../src/index.js";
import type { MailMessage } from "../../src/outbound/mailer.js";
import { serviceOptionsOf } from "../../src/service-config.js";
import type { Records, Storage } from "../../src/storage/port.js";
import { unavailable } from "../../src/storage/unavailable.js";
import { commandLineIn } from "../cli/call-command-line.js";
import { listen } from "../listen.js";

const dayMs = 86_400_000;
const keyVariable = "PAYMENT_SESSIONS_ENCRYPTION_KEY";

/** The globals that the configuration file reads: it is evaluated in this process. */
interface YearGlobals {
  now: number;
  mails: MailMessage[];
}
const globals: YearGlobals = { now: Date.UTC(2027, 0, 1, 8), mails: [] };
Object.assign(globalThis, { paymentSessionsYear: globals });

const config = `import { defineConfig } from "@payment-sessions/server-kit";
const year = globalThis.paymentSessionsYear;
export default defineConfig({
  baseUrl: "http://127.0.0.1:1/pay",
  database: "payments.db",
  trustedProxyHops: 1,
  rateLimits: false,
  webhooks: { allowHttp: true, allowPrivateNetwork: true },
  retention: { deliveriesDays: false, auditDays: false, mailsDays: false },
  mailer: { sendMail: async (mail) => void year.mails.push(mail) },
  logger: { debug() {}, info() {}, warn() {}, error() {} },
  clock: { now: () => year.now },
});
`;

export function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "payment-sessions-year-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A receiver that checks every signature; `status` is the status of its responses. */
export async function openReceiver() {
  const receiver = {
    status: 200,
    url: "",
    secret: "",
    received: [] as { deliveryId: string; isAccepted: boolean }[],
    forged: 0,
  };
  const { url, close } = await listen(async (request, response) => {
    const chunks: Buffer[] = [];
    // A request without an encoding yields Buffers.
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const signature = String(request.headers["x-service-signature"]);
    const isValid = await verifySignature(Buffer.concat(chunks), signature, receiver.secret);
    if (!isValid) receiver.forged += 1;
    const deliveryId = String(request.headers["x-service-delivery"]);
    receiver.received.push({ deliveryId, isAccepted: receiver.status === 200 });
    response.writeHead(receiver.status).end("ok");
  });
  onTestFinished(close);
  receiver.url = `${url}/hook`;
  return receiver;
}

export type Receiver = Awaited<ReturnType<typeof openReceiver>>;

/**
 * A separate disk for the database, and how it is filled. Mounted where the tests may mount (Linux, as root);
 * elsewhere the storage fails as SQLite does on a full disk.
 */
function openDisk() {
  const folder = freshFolder();
  const filler = join(folder, "filler");
  const isMounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=64m", "tmpfs", folder]).status === 0;
  // Lazily, since a test that failed may still have the database open.
  if (isMounted) onTestFinished(() => void spawnSync("umount", ["--lazy", folder]));
  return {
    folder,
    isMounted,
    fill() {
      if (!isMounted) {
        withoutMount.isFull = true;
        return;
      }
      const file = openSync(filler, "w");
      try {
        for (let size = 1 << 20; size >= 512; size >>= 1) {
          while (writesWhole(file, size));
        }
      } finally {
        closeSync(file);
      }
    },
    free() {
      withoutMount.isFull = false;
      rmSync(filler, { force: true });
    },
  };
}

function writesWhole(file: number, size: number): boolean {
  try {
    return writeSync(file, Buffer.alloc(size)) === size;
  } catch {
    return false;
  }
}

const withoutMount = { isFull: false };

function onDisk(storage: Storage): Storage {
  const refuse = () => Promise.reject(unavailable(new Error("database or disk is full")));
  return {
    ...storage,
    write: <Result>(work: (records: Records) => Promise<Result>) =>
      withoutMount.isFull ? refuse() : storage.write(work),
    ping: () => (withoutMount.isFull ? refuse() : storage.ping()),
  };
}

export function openYear() {
  const disk = openDisk();
  let { folder } = disk;
  const running: { service: PaymentService; origin: string }[] = [];
  const file = () => join(folder, ".env");

  async function start(): Promise<PaymentService> {
    const { config: loaded, environment } = await loadConfigFile("payment-sessions.config.ts", {
      folder,
      environment: {},
    });
    const service = createPaymentService({
      baseUrl: "http://127.0.0.1:1/pay",
      ...serviceOptionsOf(loaded),
      storage: onDisk(sqliteStorage({ filename: loaded.database ?? "" })),
      encryptionKey: environment[keyVariable]?.split(","),
    });
    await service.runDue().catch(async (error: unknown) => {
      await service.stop();
      throw error;
    });
    const { url: origin, close } = await listen(service.callback());
    onTestFinished(close);
    running.push({ service, origin });
    return service;
  }

  return {
    globals,
    disk,
    configure: () => writeFileSync(join(folder, "payment-sessions.config.ts"), config),
    call: (...argv: string[]) => commandLineIn(folder).call(...argv),
    json: (...argv: string[]) => commandLineIn(folder).json(...argv),
    folder: () => folder,
    moveTo(other: string) {
      folder = other;
    },
    keys: () => (parseEnv(readFileSync(file(), "utf8"))[keyVariable] ?? "").split(","),
    setKeys: (...keys: string[]) => writeFileSync(file(), `${keyVariable}=${keys.join(",")}\n`, { mode: 0o600 }),
    start,
    async stop() {
      for (const { service } of running.splice(0)) await service.stop();
    },
    async restart() {
      await this.stop();
      return start();
    },
    service(): PaymentService {
      const [first] = running;
      if (first === undefined) throw new Error("The service is not running.");
      return first.service;
    },
    fetch(path: string, init: RequestInit = {}) {
      return fetch(`${running[0]?.origin}/pay${path}`, { redirect: "manual", ...init });
    },
    /** Advances the clock day by day; every instance does its due work on each day. */
    async days(count: number) {
      for (let day = 0; day < count; day += 1) {
        globals.now += dayMs;
        for (const { service } of running) await service.runDue();
      }
    },
  };
}
