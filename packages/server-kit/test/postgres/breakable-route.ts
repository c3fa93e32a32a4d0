// A TCP relay in front of the database that a test breaks and restores.
import { connect, createServer, type Socket } from "node:net";
import { listen } from "../listen.js";

export interface BreakableRoute {
  /** The given connection string, through the relay. */
  connectionString: string;
  /** Closes all connections and accepts none. */
  break(): void;
  /** Forwards nothing more and closes nothing, as if the server's machine had vanished. */
  hang(): void;
  /** Forwards new connections, to this server if one is given. Those that hang continue to. */
  restore(connectionString?: string): void;
  close(): Promise<void>;
}

export async function createBreakableRoute(connectionString: string): Promise<BreakableRoute> {
  let target = new URL(connectionString);
  const sockets = new Set<Socket>();
  let isBroken = false;
  let isHanging = false;
  const server = createServer((client) => {
    if (isBroken) return void client.destroy();
    if (isHanging) return void keep(client).resume();
    const upstream = connect(Number(target.port || 5432), target.hostname);
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      keep(socket);
      socket.on("close", () => other.destroy());
      socket.pipe(other);
    }
  });
  function keep(socket: Socket): Socket {
    sockets.add(socket);
    socket.on("error", () => undefined);
    return socket.on("close", () => sockets.delete(socket));
  }
  const { port, close } = await listen(server);
  const route = new URL(connectionString);
  route.hostname = "127.0.0.1";
  route.port = String(port);
  const endAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    connectionString: route.href,
    break() {
      isBroken = true;
      endAll();
    },
    hang() {
      isHanging = true;
      for (const socket of sockets) socket.unpipe().resume();
    },
    restore(to = target.href) {
      target = new URL(to);
      isBroken = false;
      isHanging = false;
    },
    async close() {
      endAll();
      await close();
    },
  };
}
