// What a test opens is closed after it, the latest first.
import type { RequestListener } from "node:http";
import type { Server } from "node:net";
import { afterEach } from "vitest";
import { listen } from "./listen.js";

export const closers: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** The URL of a server, which is closed after the test. */
export async function serveInTest(server: RequestListener | Server): Promise<string> {
  const { url, close } = await listen(server);
  closers.push(close);
  return url;
}
