// Opens servers on loopback for one test, and closes them after it, the latest first.
import type { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach } from "vitest";

export const closers: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** The server's address, once it listens. */
export async function listen(server: ReturnType<typeof createServer>): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  // Sound: a TCP server's address is an object.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
