// A real process that is killed with SIGKILL at every point of a send, from the claim to the mail about its failure: committed records
// remain, uncommitted ones leave no trace, and the next engine completes the delivery once (spec/rules.md#delivery-rules; decisions:
// kill -9 at any point loses nothing). killed-engine.test.ts kills at random times, with many deliveries. By default the scenarios that
// differ most run, with more than 200 kills; DELIVERY_KILLS set to any value runs all.
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createMailsWork } from "../../src/background/mails-work.js";
import type { Delivery, DeliveryAttempt, DeliveryState } from "../../src/domain/delivery.js";
import { createVault } from "../../src/domain/vault.js";
import { createWebhookSender } from "../../src/outbound/webhook-sender.js";
import { bundledProgram, runUntilKilled } from "../bundled-program.js";
import { type ListeningServer, listen } from "../listen.js";
import { silentLogger } from "../silent-logger.js";
import { toArgument } from "../storage-at.js";
import { createDatabase, storageName } from "../storages.js";
import { type DeliveryHarness, openDeliveryHarness, startOfTime } from "./delivery-harness.js";

const seed = process.env.DELIVERY_KILL_SEED ?? String(Date.now());
const key = Buffer.alloc(32, 7);

const sendProgram = bundledProgram("delivery/killed-send-process.ts");
let folder: string;
let server: ListeningServer;

interface Endpoint {
  /** Status of the response to the request with this number, from 1. */
  statusFor(arrivalCount: number): number;
  find(): Promise<Delivery>;
  arrivals: { attempt: string; body: string; found: Delivery }[];
}
const endpoints = new Map<string, Endpoint>();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "killed-send-"));
  server = await listen(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    const endpoint = endpoints.get(request.url ?? "");
    if (endpoint === undefined) return response.writeHead(404).end();
    const attempt = String(request.headers["x-service-attempt"]);
    endpoint.arrivals.push({ attempt, body, found: await endpoint.find() });
    return response.writeHead(endpoint.statusFor(endpoint.arrivals.length)).end("response");
  });
}, 60_000);
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

interface Scenario {
  title: string;
  statusFor: Endpoint["statusFor"];
  initial: Partial<Delivery>;
  earlier?: Pick<DeliveryAttempt, "outcome">[];
  end: DeliveryState;
  isFor?: "long runs";
}

const failed = Array.from({ length: 11 }, () => ({ outcome: "http_5xx" }));
const scenarios: Scenario[] = [
  { title: "a first send that is accepted", statusFor: () => 200, initial: {}, end: "delivered" },
  {
    title: "a first send that fails and is repeated",
    statusFor: (count) => (count === 1 ? 503 : 200),
    initial: {},
    end: "delivered",
  },
  {
    title: "a send that is rejected with 410, and its mail",
    statusFor: () => 410,
    initial: {},
    end: "dead",
    isFor: "long runs",
  },
  {
    title: "the twelfth send, and the mail about it",
    statusFor: () => 500,
    initial: { attemptCount: 11, scheduledCount: 11 },
    earlier: failed,
    end: "exhausted",
  },
  {
    title: "a manual send of a dead delivery",
    statusFor: () => 200,
    initial: {
      state: "dead",
      attemptCount: 1,
      scheduledCount: 1,
      finishedAt: startOfTime,
      nextAttemptAt: undefined,
      manualSendAt: startOfTime,
    },
    earlier: [{ outcome: "http_4xx" }],
    end: "delivered",
    isFor: "long runs",
  },
  {
    title: "a send after one that a crash interrupted",
    statusFor: () => 200,
    // Process id 0: no running process has it.
    initial: {
      state: "sending",
      attemptCount: 1,
      claim: { token: "lost", owner: "gone/0/boot", leaseUntil: startOfTime, isManual: false },
    },
    earlier: [{ outcome: "started" }],
    end: "delivered",
  },
];
const chosen = scenarios.filter(({ isFor }) => isFor === undefined || process.env.DELIVERY_KILLS !== undefined);

/** The line that the process prints after each commit. */
interface CommittedState {
  state: DeliveryState;
  attemptCount: number;
  scheduledCount: number;
  isMailed: boolean;
}

async function runProcess(args: string[]) {
  const { wasKilled, output } = await runUntilKilled(sendProgram, args);
  const lastLine = output.trim().split("\n").at(-1) ?? "";
  const committed: CommittedState | undefined = output === "" ? undefined : JSON.parse(lastLine);
  return { wasKilled, committed };
}

const linesOf = (file: string) =>
  readFile(file, "utf8").then(
    (text) => text.trim().split("\n"),
    () => [],
  );

/** Completes all pending sends and mails in this process, advancing the clock to each due time. */
async function bringToEnd(harness: DeliveryHarness, mailed: string[]): Promise<void> {
  const work = harness.createWork({
    vault: createVault([key], harness.randomBytes),
    sender: createWebhookSender({ allowHttp: true, allowPrivateNetwork: true }),
  });
  const mails = createMailsWork({
    ...harness,
    logger: silentLogger,
    from: "a@b.example",
    mailer: { sendMail: async ({ messageId }) => void mailed.push(String(messageId)) },
  });
  for (let step = 0; step < 50; step += 1) {
    await work.runDue();
    await mails.runDue();
    const moments = [await work.nextDue(), await mails.nextDue()].filter((moment) => moment !== undefined);
    if (moments.length === 0) break;
    harness.clock.time = Math.max(harness.clock.time, Math.min(...moments));
  }
  await work.stop();
}

async function killAt(point: number, { title, statusFor, initial, earlier = [], end }: Scenario): Promise<boolean> {
  const name = `/${scenarios.findIndex((scenario) => scenario.title === title)}-${point}`;
  const database = await createDatabase();
  const harness = await openDeliveryHarness({ seed: `${seed}${name}`, storage: database.storage() });
  const endpoint: Endpoint = { statusFor, arrivals: [], find: () => harness.find("d1") };
  endpoints.set(name, endpoint);
  await harness.addStore("shop", {
    webhookUrl: server.url + name,
    sealedWebhookSecret: createVault([key], harness.randomBytes).seal("the-secret", "webhook-secret:shop"),
  });
  await harness.addPayment("pay_d1");
  const before = await harness.addDelivery("d1", initial);
  await harness.storage.write(async (records) => {
    for (const [index, { outcome }] of earlier.entries()) {
      await records.deliveries.recordAttempt({
        deliveryId: "d1",
        attempt: index + 1,
        isManual: false,
        startedAt: startOfTime - 1000,
        durationMs: outcome === "started" ? undefined : 5,
        httpStatus: undefined,
        outcome,
        error: undefined,
        responseExcerpt: undefined,
        isTruncated: false,
        responseHeaders: undefined,
      });
    }
  });

  const mailFile = join(folder, `${name}.mails`);
  const { wasKilled, committed } = await runProcess([
    toArgument(database),
    mailFile,
    key.toString("hex"),
    `${seed}${name}`,
    String(point),
    String(startOfTime),
  ]);

  // The delivery is as the last commit left it, or as before the first: nothing lost, nothing half done.
  const { state, attemptCount, scheduledCount } = before;
  const { isMailed, ...expectedProgress } = committed ?? { state, attemptCount, scheduledCount, isMailed: false };
  const found = await harness.find("d1");
  const attempts = await harness.attempts("d1");
  expect(found).toMatchObject(expectedProgress);
  expect(attempts).toHaveLength(expectedProgress.attemptCount);
  expect(found.state === "sending").toBe(attempts.at(-1)?.outcome === "started" && !found.claim?.isManual);
  const mailed = await linesOf(mailFile);
  expect((await harness.dueMails()).length > 0 || mailed.length > 0).toBe(isMailed);
  const arrivedBefore = endpoint.arrivals.length;
  const isOver = found.finishedAt !== undefined && found.claim === undefined && found.manualSendAt === undefined;

  await bringToEnd(harness, mailed);

  const after = await harness.find("d1");
  expect(after).toMatchObject({ state: end, claim: undefined, nextAttemptAt: undefined, manualSendAt: undefined });
  if (isOver) {
    expect(endpoint.arrivals).toHaveLength(arrivedBefore);
    expect(after.state).toBe(found.state);
  }
  const { arrivals } = endpoint;
  expect(arrivals.length).toBeGreaterThanOrEqual(1);
  expect(new Set(arrivals.map(({ body }) => body)).size).toBe(1);
  expect(new Set(arrivals.map(({ attempt }) => attempt)).size).toBe(arrivals.length);
  for (const arrival of arrivals) {
    expect(arrival.found.claim).toBeDefined();
    expect(String(arrival.found.attemptCount)).toBe(arrival.attempt);
    if (arrival.found.finishedAt !== undefined) expect(arrival.found.claim?.isManual).toBe(true);
  }
  const finals = await harness.attempts("d1");
  expect(finals.map(({ attempt }) => attempt)).toEqual(finals.map((_, index) => index + 1));
  // Attempts that had a result keep it.
  for (const attempt of attempts.filter(({ outcome }) => outcome !== "started")) expect(finals).toContainEqual(attempt);
  const counted = finals.filter(({ outcome, isManual }) => outcome !== "interrupted" && !isManual);
  expect(counted.length).toBeLessThanOrEqual(12);
  if (end === "exhausted") expect(counted).toHaveLength(12);
  // One message; a crash between its sending and its record may repeat it, under the same id.
  const isFailure = end === "dead" || end === "exhausted";
  expect(new Set(mailed).size).toBe(isFailure ? 1 : 0);
  expect(mailed.length).toBeLessThanOrEqual(isFailure ? 2 : 0);
  expect(await harness.dueMails()).toEqual([]);
  await harness.storage.close();
  await database.remove();
  endpoints.delete(name);
  return wasKilled;
}

/** Points tried in parallel: on PostgreSQL most of the time is waiting until the killed instance counts as stopped. */
const parallelCount = { SQLite: 2, PostgreSQL: 8 }[storageName];
let killCount = 0;

test.each(chosen)(
  `a process killed at every point of $title loses and repeats nothing (seed ${seed})`,
  { timeout: 400_000 },
  async (scenario) => {
    for (let point = 1; ; point += parallelCount) {
      if (point > 300) throw new Error("The process did not end without a kill.");
      // The error names the point at which a guarantee is broken.
      const wereKilled = await Promise.all(
        Array.from({ length: parallelCount }, (_, index) => point + index).map((candidate) =>
          killAt(candidate, scenario).catch((error: unknown) => {
            throw new Error(`Killed at point ${candidate}, a guarantee was broken.`, { cause: error });
          }),
        ),
      );
      killCount += wereKilled.filter(Boolean).length;
      if (wereKilled.includes(false)) return;
    }
  },
);

test("the sends were killed more than two hundred times", () => {
  console.log(`${killCount} kills, seed ${seed}`);
  expect(killCount).toBeGreaterThanOrEqual(200);
});
