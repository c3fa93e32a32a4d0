// The checks of `doctor` for a PostgreSQL server: what is, and the command that puts it right.
import { maskedConnectionString } from "../storage/postgres/connection-string.js";
import { createPool } from "../storage/postgres/driver.js";
import { inspectServer, type ServerFacts } from "../storage/postgres/inspect-server.js";
import { backgroundConnections } from "../storage/postgres/postgres-storage.js";
import type { Finding } from "./finding.js";

export interface CheckedServer {
  connectionString: string;
  schema: string;
  /** Of one instance, for payments and the panel. */
  maxConnections: number;
}

/** @throws Error of the driver when the server does not answer. */
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

/** Judges what the server told. */
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
    return { level: "problem", check, message: `${name} is too old: run pg_upgrade to PostgreSQL 15 or later` };
  }
  if (isStandby) {
    const message = `${name} is a read-only standby: connect to the primary, or promote this one with SELECT pg_promote()`;
    return { level: "problem", check, message };
  }
  if (encoding !== "UTF8") {
    const message = `${name} keeps this database in ${encoding}: make one with createdb --encoding UTF8 --template template0`;
    return { level: "problem", check, message };
  }
  return { level: "ok", check, message: `${name}, writable, UTF8` };
}

function checkRole({ hasPlpgsql, mayCreateSchemas }: ServerFacts, label: string): Finding[] {
  const check = "extensions";
  const extensions: Finding = hasPlpgsql
    ? { level: "ok", check, message: "plpgsql is there, no other is needed" }
    : { level: "problem", check, message: "plpgsql is missing: CREATE EXTENSION plpgsql" };
  if (mayCreateSchemas) return [extensions];
  const name = new URL(label);
  const message = `this user may not create schemas, which the next upgrade may need: GRANT CREATE ON DATABASE "${name.pathname.slice(1)}" TO "${name.username}"`;
  return [extensions, { level: "warning", check: "rights", message }];
}

function checkCollations({ otherCollations }: ServerFacts, schema: string): Finding {
  const check = "collation";
  const [first, ...more] = otherCollations;
  if (first === undefined) return { level: "ok", check, message: "ids compare by bytes" };
  const [table, column] = first.split(".");
  const message = `${first}${more.length > 0 ? ` and ${more.length} more columns` : ""} do not compare by bytes, so that pages of lists may lack rows: ALTER TABLE ${schema}.${table} ALTER COLUMN ${column} TYPE text COLLATE "C"`;
  return { level: "problem", check, message };
}

function checkConnections({ maxConnections, usedConnections, instances }: ServerFacts, ofOneInstance: number): Finding {
  const check = "connections";
  // One more while an upgrade replaces one after the other.
  const wanted = ofOneInstance * (Math.max(instances, 1) + 1);
  const told = `${usedConnections} of ${maxConnections} are used; ${Math.max(instances, 1)} instances and one more in an upgrade take up to ${wanted}`;
  return wanted <= maxConnections
    ? { level: "ok", check, message: told }
    : {
        level: "warning",
        check,
        message: `${told}: give serve a smaller --database-connections, or ALTER SYSTEM SET max_connections = ${wanted + 20} and restart the server`,
      };
}

function checkInstances({ instances }: ServerFacts): Finding {
  const check = "instances";
  return instances > 0
    ? { level: "ok", check, message: `${instances} keep their connection for notifications` }
    : {
        level: "warning",
        check,
        message: 'none is connected, so nothing is delivered: run "payment-sessions serve" on this database',
      };
}

function checkTransactions({ longTransactions }: ServerFacts): Finding {
  const check = "transactions";
  const [oldest] = longTransactions;
  if (oldest === undefined) return { level: "ok", check, message: "none is older than a minute" };
  const message = `${longTransactions.length} are older than a minute, the oldest for ${oldest.seconds} s (${oldest.state}, application "${oldest.application}"): they keep locks and dead rows. SELECT pg_terminate_backend(${oldest.pid}) ends it`;
  return { level: "warning", check, message };
}

function checkWorkers({ goneWorkers, instances }: ServerFacts): Finding {
  const check = "workers";
  const [first] = goneWorkers;
  if (first === undefined) return { level: "ok", check, message: "every job is held by a connected instance" };
  const what =
    instances > 0
      ? "the running instances free them within 5 s; if this stays, restart one"
      : '"payment-sessions serve" frees them within 5 s';
  return {
    level: "warning",
    check,
    message: `${goneWorkers.length} that are gone hold work (${first}): ${what}`,
  };
}

function checkTimeouts({ timeouts }: ServerFacts): Finding {
  const check = "time-outs";
  const [first] = timeouts;
  if (first === undefined) return { level: "ok", check, message: "the server ends no connection of ours by itself" };
  const message = `${timeouts.map(({ name, value }) => `${name} is ${value}`).join(", ")}: connections that wait for notifications would be cut; ALTER ROLE CURRENT_USER SET ${first.name} = 0`;
  return { level: "warning", check, message };
}
