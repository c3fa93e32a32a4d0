// A merchant's endpoint on loopback, as raw as a socket: each connection is handed to the test.
import { createServer, type Server, type Socket } from "node:net";

export interface Receiver {
  url: string;
  port: number;
  /** Everything that clients sent, per connection. */
  received: string[];
  /** Connections accepted so far. */
  connectionCount(): number;
  close(): Promise<void>;
}

/** `handle` gets every complete request: headers and body as text, the socket, its number on this connection. */
export async function startReceiver(
  handle: (socket: Socket, request: string, requestNumber: number) => void,
): Promise<Receiver> {
  const sockets = new Set<Socket>();
  const received: string[] = [];
  let connectionCount = 0;
  const server: Server = createServer((socket) => {
    connectionCount += 1;
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => undefined);
    let pending = "";
    let requestNumber = 0;
    socket.on("data", (chunk) => {
      pending += chunk.toString("latin1");
      for (;;) {
        const end = pending.indexOf("\r\n\r\n");
        if (end < 0) return;
        const length = Number(/content-length: (\d+)/i.exec(pending)?.[1] ?? 0);
        if (pending.length < end + 4 + length) return;
        const request = pending.slice(0, end + 4 + length);
        pending = pending.slice(end + 4 + length);
        received.push(request);
        requestNumber += 1;
        handle(socket, request, requestNumber);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/hook?shop=1`,
    port,
    received,
    connectionCount: () => connectionCount,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}

/** Resolves when the peer has destroyed or ended this socket. */
export function closed(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    if (socket.destroyed) resolve();
    else socket.once("close", () => resolve());
  });
}
