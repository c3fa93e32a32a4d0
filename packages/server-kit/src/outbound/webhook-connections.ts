// Keep-alive connections to merchants' endpoints: one undici client each, so that for every send it is known which socket carries it
// and whether that socket has served before.
import type { Socket } from "node:net";
import type { Client } from "undici";
import { createGuardedConnector, type GuardedConnectorOptions } from "./guarded-connector.js";
import { skipUnsolicitedContinue } from "./skip-continue.js";

export interface WebhookConnection {
  client: Client;
  /** The socket that the next request goes over, while there is one. */
  socket(): Socket | undefined;
  /** Whether that socket has already carried a request. */
  isReused(): boolean;
  markUsed(): void;
}

export interface WebhookConnections {
  acquire(origin: string): WebhookConnection;
  /** After a complete answer: kept for the next send. */
  release(origin: string, connection: WebhookConnection): void;
  /** After anything else: the socket goes. */
  discard(connection: WebhookConnection): void;
  close(): void;
}

/** Idle connections kept in all; the longest unused ones go first. */
const maxIdle = 256;
const idleTimeoutMs = 15_000;
const maxHeaderBytes = 16_384;

/** undici comes with the first webhook: it would make each start 90 ms longer and take 20 MB of a process that sends none. */
export async function openWebhookConnections(options: GuardedConnectorOptions): Promise<WebhookConnections> {
  const undici = await import("undici");
  return createWebhookConnections(undici.Client, options);
}

function createWebhookConnections(ClientOfUndici: typeof Client, options: GuardedConnectorOptions): WebhookConnections {
  /** In the order of last use, so that the first entry is the stalest. */
  const idle = new Map<string, WebhookConnection[]>();
  let idleCount = 0;
  let isClosed = false;

  function take(origin: string): WebhookConnection | undefined {
    const list = idle.get(origin);
    const connection = list?.pop();
    if (connection !== undefined) idleCount -= 1;
    if (list?.length === 0) idle.delete(origin);
    return connection;
  }

  function discard({ client }: WebhookConnection): void {
    client.destroy().catch(() => undefined);
  }

  return {
    acquire: (origin) => take(origin) ?? createConnection(ClientOfUndici, origin, options),
    release(origin, connection) {
      if (isClosed) return discard(connection);
      const list = idle.get(origin) ?? [];
      idle.delete(origin);
      idle.set(origin, list);
      list.push(connection);
      idleCount += 1;
      if (idleCount <= maxIdle) return;
      const [stalest] = idle.keys();
      const dropped = stalest === undefined ? undefined : take(stalest);
      if (dropped !== undefined) discard(dropped);
    },
    discard,
    close() {
      isClosed = true;
      for (const list of idle.values()) for (const connection of list) discard(connection);
      idle.clear();
      idleCount = 0;
    },
  };
}

function createConnection(
  ClientOfUndici: typeof Client,
  origin: string,
  options: GuardedConnectorOptions,
): WebhookConnection {
  let current: Socket | undefined;
  let used: Socket | undefined;
  let expectResponse: () => void = () => undefined;
  const client = new ClientOfUndici(origin, {
    connect: createGuardedConnector(options, (socket) => {
      current = socket;
      expectResponse = skipUnsolicitedContinue(socket);
    }),
    pipelining: 1,
    // The sender's own deadline covers everything; these would only cover parts.
    headersTimeout: 0,
    bodyTimeout: 0,
    keepAliveTimeout: idleTimeoutMs,
    keepAliveMaxTimeout: 60_000,
    maxHeaderSize: maxHeaderBytes,
  });
  return {
    client,
    socket: () => current,
    isReused: () => current !== undefined && current === used,
    markUsed() {
      used = current;
      expectResponse();
    },
  };
}
