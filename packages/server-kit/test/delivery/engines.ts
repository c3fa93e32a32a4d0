// Delivery engines in processes of their own on one database, and an endpoint whose response depends on the delivery's name.
import { type ChildProcess, spawn } from "node:child_process";
import { createHmac } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import { createVault } from "../../src/domain/vault.js";
import { closeAfterTest, serveInTest } from "../loopback.js";
import { toArgument } from "../storage-at.js";
import { createDatabase } from "../storages.js";
import { openDeliveryHarness, startOfTime } from "./delivery-harness.js";

export interface Arrival {
  id: string;
  attempt: string;
  body: string;
}

export interface Engine {
  child: ChildProcess;
  ready: Promise<void>;
  /** Resolves when the process has ended; `sent` is the last line that it printed. */
  ended: Promise<{ code: number | null; sent: number; errors: string }>;
}

const key = Buffer.alloc(32, 7);

/** For one test. `program` is the bundled engine-process.ts. */
export async function openEngines(program: string, seed = "engines") {
  const folder = await mkdtemp(join(tmpdir(), "engines-"));
  closeAfterTest(() => rm(folder, { recursive: true, force: true }));
  const clockFile = join(folder, "clock");
  await writeFile(clockFile, String(startOfTime));
  const database = await createDatabase();
  closeAfterTest(database.remove);
  const harness = await openDeliveryHarness({ seed, storage: database.storage() });
  closeAfterTest(() => harness.storage.close());
  const vault = createVault([key], harness.randomBytes);
  const endpoint = await openEndpoint();
  const addStore = (merchantId: string) =>
    harness.addStore(merchantId, {
      webhookUrl: endpoint.url,
      sealedWebhookSecret: vault.seal("the-secret", `webhook-secret:${merchantId}`),
    });
  await addStore("shop");

  function startEngine(mode: "walk" | "once" | "claim" = "walk"): Engine {
    const child = spawn(process.execPath, [program, toArgument(database), clockFile, key.toString("hex"), mode]);
    let output = "";
    let errors = "";
    child.stdout.on("data", (chunk) => {
      output += chunk;
    });
    child.stderr.on("data", (chunk) => {
      errors += chunk;
    });
    const ended = new Promise<number | null>((resolve) => child.once("close", resolve)).then((code) => ({
      code,
      sent: Number(output.trim().split("\n").at(-1)),
      errors,
    }));
    const ready = new Promise<void>((resolve) => child.stdout.once("data", () => resolve()));
    return { child, ready: Promise.race([ready, ended.then(() => undefined)]), ended };
  }

  return { harness, addStore, startEngine, clockFile, arrivals: endpoint.arrivals, nextHeld: endpoint.nextHeld };
}

async function openEndpoint() {
  const arrivals: Arrival[] = [];
  let onHeld: (release: (status: number) => void) => void = () => undefined;
  /** By the delivery's name: ok, gone, late (accepted from the third request on), fail (never accepted), held (accepted, the first one later). */
  function statusFor(id: string): number {
    if (id.startsWith("ok") || id.startsWith("held")) return 200;
    if (id.startsWith("gone")) return 410;
    if (id.startsWith("late")) return arrivals.filter((arrival) => arrival.id === id).length >= 3 ? 200 : 503;
    return 500;
  }
  const url = await serveInTest(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    const {
      "x-service-delivery": id = "",
      "x-service-attempt": attempt = "",
      "x-service-signature": signature,
    } = request.headers;
    expect(signature).toBe(`sha256=${createHmac("sha256", "the-secret").update(body).digest("hex")}`);
    arrivals.push({ id: String(id), attempt: String(attempt), body });
    if (String(id).startsWith("held") && attempt === "1") {
      const status = await new Promise<number>((release) => onHeld(release));
      response.writeHead(status).end("late");
      return;
    }
    setTimeout(() => response.writeHead(statusFor(String(id))).end("response"), 5);
  });
  return {
    url: `${url}/hook`,
    arrivals,
    /** Resolves when the first request of a delivery called held-… has arrived; its response has the status that is passed. */
    nextHeld: () =>
      new Promise<(status: number) => void>((resolve) => {
        onHeld = resolve;
      }),
  };
}
