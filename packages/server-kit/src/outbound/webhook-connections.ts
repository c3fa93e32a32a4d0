// Keep-alive connections to merchants' endpoints: one undici client each, so that for every send it is known which socket carries it
// and whether that socket was used before.
import type { Socket } from "node:net";
import type { Client } from "undici";
import { createGuardedConnector, type GuardedConnectorOptions } from "./guarded-connector.js";
import { skipUnsolicitedContinue } from "./skip-continue.js";

export interface WebhookConnection {
  client: Client;
  /** The socket of the next request, if connected. */
  socket(): Socket | undefined;
  /** Whether that socket has already carried a request. */
  isReused(): boolean;
  markUsed(): void;
}

export interface WebhookConnections {
  acquire(origin: string): WebhookConnection;
  /** After a complete response: kept for the next send. */
  release(origin: string, connection: WebhookConnection): void;
  /** Otherwise: the socket is destroyed. */
  discard(connection: WebhookConnection): void;
  close(): void;
}

/** Maximum idle connections in all; the least recently used ones are closed first. */
const maxIdle = 256;
const idleTimeoutMs = 15_000;
const maxHeaderBytes = 16_384;

/** undici is loaded with the first webhook, because it costs 90 ms at start and 20 MB of memory. */
export async function openWebhookConnections(options: GuardedConnectorOptions): Promise<WebhookConnections> {
  const undici = await import("undici");
  return createWebhookConnections(undici.Client, options);
}

function createWebhookConnections(ClientOfUndici: typeof Client, options: GuardedConnectorOptions): WebhookConnections {
  /** In order of last use, least recently used first. */
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
    // The sender's own deadline covers the whole send; these timeouts would cover only parts of it.
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
