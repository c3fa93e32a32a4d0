// The checks of `doctor` for a PostgreSQL server: what was found, and the command that fixes it.
import { backgroundConnections } from "../storage/postgres/background-pool.js";
import { maskedConnectionString } from "../storage/postgres/connection-string.js";
import { createPool } from "../storage/postgres/driver.js";
import { inspectServer, type ServerFacts } from "../storage/postgres/inspect-server.js";
import type { Finding } from "./finding.js";

export interface CheckedServer {
  connectionString: string;
  schema: string;
  /** Maximum number of connections of one instance, for payments and the panel. */
  maxConnections: number;
}

/** @throws Error of the driver when the server cannot be reached. */
export async function checkPostgres({ connectionString, schema, maxConnections }: CheckedServer): Promise<Finding[]> {
  const applicationName = "payment-sessions doctor";
  const pool = await createPool({ connectionString, max: 1, connectionTimeoutMs: 5000, applicationName });
  try {
    const client = await pool.connect();
    client.on("error", () => undefined);
    const facts = await inspectServer(client, schema).finally(() => client.release(true));
    return findingsOf(facts, { schema, maxConnections, label: maskedConnectionString(connectionString) });
  } finally {
    await pool.end();
  }
}

export function findingsOf(
  facts: ServerFacts,
  { schema, maxConnections, label }: { schema: string; maxConnections: number; label: string },
): Finding[] {
  return [
    checkVersion(facts),
    ...checkRole(facts, label),
    checkCollations(facts, schema),
    checkConnections(facts, maxConnections + backgroundConnections),
    checkInstances(facts),
    checkTransactions(facts),
    checkWorkers(facts),
    checkTimeouts(facts),
  ];
}

const oldestVersion = 150_000;

function checkVersion({ version, isStandby, encoding }: ServerFacts): Finding {
  const check = "server";
  const name = `PostgreSQL ${Math.floor(version / 10_000)}.${version % 10_000}`;
  if (version < oldestVersion) {
    return { level: "problem", check, message: `${name} is too old: upgrade the server to PostgreSQL 15 or later` };
  }
  if (isStandby) {
    const message = `${name} is a read-only standby: connect to the primary, or promote this one with SELECT pg_promote()`;
    return { level: "problem", check, message };
  }
  if (encoding !== "UTF8") {
    const message = `the encoding of this database is ${encoding}: create one with createdb --encoding UTF8 --template template0`;
    return { level: "problem", check, message };
  }
  return { level: "ok", check, message: `${name}, writable, UTF8` };
}

function checkRole({ hasPlpgsql, mayCreateSchemas }: ServerFacts, label: string): Finding[] {
  const check = "extensions";
  const extensions: Finding = hasPlpgsql
    ? { level: "ok", check, message: "plpgsql is installed; no other is needed" }
    : { level: "problem", check, message: "plpgsql is missing: run CREATE EXTENSION plpgsql" };
  if (mayCreateSchemas) return [extensions];
  const name = new URL(label);
  const message = `this user lacks the CREATE privilege on the database, which the next upgrade may need: run GRANT CREATE ON DATABASE "${name.pathname.slice(1)}" TO "${name.username}"`;
  return [extensions, { level: "warning", check: "rights", message }];
}

function checkCollations({ otherCollations }: ServerFacts, schema: string): Finding {
  const check = "collation";
  const [first, ...more] = otherCollations;
  if (first === undefined) return { level: "ok", check, message: "ids are compared by bytes" };
  const [table, column] = first.split(".");
  const message = `${first}${more.length > 0 ? ` and ${more.length} more columns` : ""} ${more.length > 0 ? "are" : "is"} not compared by bytes, so pages of lists may lack rows: run ALTER TABLE ${schema}.${table} ALTER COLUMN ${column} TYPE text COLLATE "C"`;
  return { level: "problem", check, message };
}

function checkConnections({ maxConnections, usedConnections, instances }: ServerFacts, ofOneInstance: number): Finding {
  const check = "connections";
  // A rolling upgrade runs one more instance for a while.
  const needed = ofOneInstance * (Math.max(instances, 1) + 1);
  const usage = `${usedConnections} of ${maxConnections} are used; instances: ${Math.max(instances, 1)}, which with one more during an upgrade need up to ${needed}`;
  return needed <= maxConnections
    ? { level: "ok", check, message: usage }
    : {
        level: "warning",
        check,
        message: `${usage}: give serve a smaller --database-connections, or run ALTER SYSTEM SET max_connections = ${needed + 20} and restart the server`,
      };
}

function checkInstances({ instances }: ServerFacts): Finding {
  const check = "instances";
  return instances > 0
    ? { level: "ok", check, message: `${instances} connected` }
    : {
        level: "warning",
        check,
        message: 'none is connected, so no webhook is sent: run "payment-sessions serve" on this database',
      };
}

function checkTransactions({ longTransactions }: ServerFacts): Finding {
  const check = "transactions";
  const [oldest] = longTransactions;
  if (oldest === undefined) return { level: "ok", check, message: "none is older than a minute" };
  const message = `older than a minute: ${longTransactions.length}, the oldest for ${oldest.seconds} s (${oldest.state}, application "${oldest.application}"); such transactions hold locks and prevent the removal of dead rows. SELECT pg_terminate_backend(${oldest.pid}) ends the oldest`;
  return { level: "warning", check, message };
}

function checkWorkers({ goneWorkers, instances }: ServerFacts): Finding {
  const check = "workers";
  const [first] = goneWorkers;
  if (first === undefined) return { level: "ok", check, message: "every claimed job belongs to a connected instance" };
  const what =
    instances > 0
      ? "the running instances release them within 5 s; if this persists, restart one"
      : '"payment-sessions serve" releases them within 5 s';
  return {
    level: "warning",
    check,
    message: `jobs are claimed by disconnected workers (${goneWorkers.length}, such as ${first}): ${what}`,
  };
}

function checkTimeouts({ timeouts }: ServerFacts): Finding {
  const check = "timeouts";
  const [first] = timeouts;
  if (first === undefined) return { level: "ok", check, message: "the server closes no idle connection" };
  const message = `${timeouts.map(({ name, value }) => `${name} is ${value}`).join(", ")}: the server would close connections that wait for notifications; run ALTER ROLE CURRENT_USER SET ${first.name} = 0`;
  return { level: "warning", check, message };
}
