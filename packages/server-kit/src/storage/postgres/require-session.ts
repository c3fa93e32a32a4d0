// Migrations, jobs and LISTEN need a connection that stays on one session of the server. A pooler in transaction mode gives each transaction
// another one: locks and LISTEN are then lost without an error. This finds out before anything relies on them.
import type { PostgresClient, PostgresPool } from "./driver.js";

/** Transactions in a row: a pooler that takes its connections in turn shows itself here, one that takes the last used one by the second client. */
const looks = 3;

/** @throws Error with the advice, when a pooler in transaction mode stands between. */
export async function requireSession(pool: PostgresPool, advice: string): Promise<void> {
  const client = await connect(pool);
  try {
    const own = await readSession(client);
    // A server tells its own process id when a client connects, a pooler one that it made up.
    if (client.processID === own) return;
    for (let look = 1; look < looks; look += 1) if ((await readSession(client)) !== own) throw poolerError(advice);
    if ((await readSessionOfOther(pool)) === own) throw poolerError(advice);
  } finally {
    client.release();
  }
}

/** While the first client is connected, only a pooler can give its session to a second one. */
async function readSessionOfOther(pool: PostgresPool): Promise<number> {
  const client = await connect(pool);
  try {
    return await readSession(client);
  } finally {
    client.release();
  }
}

async function connect(pool: PostgresPool): Promise<PostgresClient> {
  const client = await pool.connect();
  // Its statements fail with the same error.
  client.on("error", () => undefined);
  return client;
}

async function readSession(client: PostgresClient): Promise<number> {
  const { rows } = await client.query("SELECT pg_backend_pid() AS pid");
  // Sound: one integer column is selected.
  return (rows as [{ pid: number }])[0].pid;
}

function poolerError(advice: string): Error {
  return new Error(`A pooler in transaction mode stands between this process and PostgreSQL. ${advice}`);
}
