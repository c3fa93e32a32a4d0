// A merchant's endpoint on loopback, at the level of sockets: each connection is handed to the test.
import { createServer, type Socket } from "node:net";
import { listen } from "../listen.js";

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
  const server = createServer((socket) => {
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
  const { url, port, close } = await listen(server);
  return {
    url: `${url}/hook?shop=1`,
    port,
    received,
    connectionCount: () => connectionCount,
    close() {
      for (const socket of sockets) socket.destroy();
      return close();
    },
  };
}

/** Resolves when the peer has destroyed or ended this socket. */
export function closed(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    if (socket.destroyed) resolve();
    else socket.once("close", () => resolve());
  });
}
