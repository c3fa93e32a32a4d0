// A TCP relay in front of the database that a test breaks and restores.
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export interface BreakableRoute {
  /** The given connection string, through the relay. */
  connectionString: string;
  /** Closes all connections and accepts none. */
  break(): void;
  mend(): void;
  close(): Promise<void>;
}

export async function createBreakableRoute(connectionString: string): Promise<BreakableRoute> {
  const target = new URL(connectionString);
  const sockets = new Set<Socket>();
  let isBroken = false;
  const server = createServer((client) => {
    if (isBroken) return void client.destroy();
    const upstream = connect(Number(target.port || 5432), target.hostname);
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket);
      socket.on("error", () => undefined);
      socket.on("close", () => {
        sockets.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const route = new URL(connectionString);
  route.hostname = "127.0.0.1";
  // A TCP server's address is an object.
  route.port = String((server.address() as AddressInfo).port);
  const endAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    connectionString: route.href,
    break() {
      isBroken = true;
      endAll();
    },
    mend() {
      isBroken = false;
    },
    async close() {
      endAll();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
