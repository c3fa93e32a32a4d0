// Servers on loopback, at a free port.
import { createServer, type RequestListener } from "node:http";
import { type AddressInfo, Server } from "node:net";

export interface ListeningServer {
  /** Without a path and without a slash at the end. */
  url: string;
  port: number;
  /** Ends open connections too. */
  close(): Promise<void>;
}

/** An HTTP server with this handler, or the given server of any kind, once it listens. */
export async function listen(server: RequestListener | Server): Promise<ListeningServer> {
  if (!(server instanceof Server)) return listen(createServer(server));
  if (!server.listening) await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: urlOf(server),
    port: portOf(server),
    close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      if ("closeAllConnections" in server) (server as ReturnType<typeof createServer>).closeAllConnections();
      return closed;
    },
  };
}

/** The port of a server that listens on TCP. */
export function portOf(server: Server): number {
  // A TCP server's address is an object.
  return (server.address() as AddressInfo).port;
}

export function urlOf(server: Server): string {
  return `http://127.0.0.1:${portOf(server)}`;
}
