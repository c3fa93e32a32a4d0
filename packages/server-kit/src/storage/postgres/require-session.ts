// Migrations, jobs and LISTEN need a connection that stays on one session of the server. A pooler in transaction mode may assign another
// session to each transaction, so that locks and LISTEN are lost without an error. This check runs before anything relies on them.
import { type PostgresClient, type PostgresPool, takeConnection } from "./driver.js";

/**
 * Transactions one after the other detect a pooler that assigns its connections in turn. A second client detects one
 * that assigns the last used.
 */
const maxChecks = 3;

/** @throws Error with the advice, when the connection goes through a pooler in transaction mode. */
export async function requireSession(pool: PostgresPool, advice: string): Promise<void> {
  const client = await takeConnection(pool);
  try {
    const sessionPid = await readSession(client);
    // The server reports the process id of the session when a client connects; a pooler reports an id of its own.
    if (client.processID === sessionPid) return;
    for (let check = 1; check < maxChecks; check += 1) {
      if ((await readSession(client)) !== sessionPid) throw poolerError(advice);
    }
    if ((await readSessionOfOther(pool)) === sessionPid) throw poolerError(advice);
  } finally {
    client.release();
  }
}

/** While the first client is connected, only a pooler can assign its session to a second one. */
async function readSessionOfOther(pool: PostgresPool): Promise<number> {
  const client = await takeConnection(pool);
  try {
    return await readSession(client);
  } finally {
    client.release();
  }
}

async function readSession(client: PostgresClient): Promise<number> {
  const { rows } = await client.query("SELECT pg_backend_pid() AS pid");
  // One integer column is selected.
  return (rows as [{ pid: number }])[0].pid;
}

function poolerError(advice: string): Error {
  return new Error(`This process connects to PostgreSQL through a pooler in transaction mode. ${advice}`);
}
