// doctor on PostgreSQL: a healthy server, and each problem with the command that fixes it.
import { expect, onTestFinished, test } from "vitest";
import { findingsOf } from "../../src/cli/postgres-findings.js";
import type { ServerFacts } from "../../src/storage/postgres/inspect-server.js";
import { administer, createTestDatabase } from "../postgres/server.js";
import { commandLineOn } from "./call-command-line.js";

interface Finding {
  level: string;
  check: string;
  message: string;
}

async function freshServer(): Promise<string> {
  const { connectionString, drop } = await createTestDatabase();
  onTestFinished(drop);
  return connectionString;
}

test("a server with a running instance has no finding; without one, that is reported", async () => {
  const database = await freshServer();
  const { begin, json } = commandLineOn(database);
  const served = await begin("serve", "--port", "0", "--log-level", "error");
  const running = (await json("doctor")).document as { findings: Finding[] };
  const ofServer = ["server", "extensions", "collation", "connections", "instances", "transactions", "timeouts"];
  for (const check of ofServer) {
    expect(running.findings.find((finding) => finding.check === check)).toMatchObject({ level: "ok" });
  }
  await served.stop();
  const stopped = (await json("doctor")).document as { findings: Finding[] };
  expect(stopped.findings.find(({ check }) => check === "instances")).toMatchObject({
    level: "warning",
    message: expect.stringContaining('run "payment-sessions serve"'),
  });
});

test("finds other collations, timeouts of the database, and disconnected workers", async () => {
  const database = await freshServer();
  const { call, json } = commandLineOn(database);
  await call("migrate");
  const name = new URL(database).pathname.slice(1);
  await administer(
    database,
    `ALTER TABLE payment_sessions.mails ALTER COLUMN mail_id TYPE text COLLATE "POSIX";
     ALTER DATABASE ${name} SET idle_session_timeout = '30s';
     INSERT INTO payment_sessions.endpoint_turns (merchant_id, owner) VALUES ('m', 'instance_gone')`,
  );
  const { findings } = (await json("doctor")).document as { findings: Finding[] };
  const messageOf = (check: string) => findings.find((finding) => finding.check === check)?.message;
  expect(messageOf("collation")).toContain(
    'ALTER TABLE payment_sessions.mails ALTER COLUMN mail_id TYPE text COLLATE "C"',
  );
  expect(messageOf("timeouts")).toMatch(/idle_session_timeout is 30000ms.*SET idle_session_timeout = 0/);
  expect(messageOf("workers")).toMatch(/claimed by disconnected workers \(1, such as instance_gone\)/);
});

const healthy: ServerFacts = {
  version: 170_010,
  isStandby: false,
  encoding: "UTF8",
  hasPlpgsql: true,
  mayCreateSchemas: true,
  otherCollations: [],
  maxConnections: 97,
  usedConnections: 20,
  instances: 2,
  longTransactions: [],
  goneWorkers: [],
  timeouts: [],
};

test.each<[string, Partial<ServerFacts>, string, RegExp]>([
  ["an old server", { version: 140_012 }, "problem", /PostgreSQL 14\.12 is too old: upgrade the server/],
  ["a standby", { isStandby: true }, "problem", /read-only standby: .*pg_promote/],
  ["another encoding", { encoding: "LATIN1" }, "problem", /createdb --encoding UTF8/],
  ["a missing language", { hasPlpgsql: false }, "problem", /CREATE EXTENSION plpgsql/],
  ["missing rights", { mayCreateSchemas: false }, "warning", /GRANT CREATE ON DATABASE "shop" TO "ann"/],
  ["too few connections", { instances: 6 }, "warning", /need up to 112.*max_connections = 132/],
  [
    "a long transaction",
    { longTransactions: [{ pid: 7, seconds: 90, state: "idle in transaction", application: "psql" }] },
    "warning",
    /older than a minute: 1, the oldest for 90 s.*pg_terminate_backend\(7\)/,
  ],
])("reports %s with its fix", (_, facts, level, message) => {
  const findings = findingsOf(
    { ...healthy, ...facts },
    { schema: "payment_sessions", maxConnections: 10, label: "postgres://ann:***@db/shop" },
  );
  expect(findings.filter((finding) => finding.level !== "ok")).toEqual([
    { level, check: expect.any(String), message: expect.stringMatching(message) },
  ]);
});
