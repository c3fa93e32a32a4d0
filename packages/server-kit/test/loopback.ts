// What a test opens is closed after it, the latest first.
import type { RequestListener } from "node:http";
import type { Server } from "node:net";
import { onTestFinished } from "vitest";
import { listen } from "./listen.js";

/** For each test that calls it, since the files of one worker share this module and would share its hooks. */
export function closeAfterTest(...closes: (() => unknown)[]): void {
  for (const close of closes) onTestFinished(async () => void (await close()));
}

/** The URL of a server, which is closed after the test. */
export async function serveInTest(server: RequestListener | Server): Promise<string> {
  const { url, close } = await listen(server);
  closeAfterTest(close);
  return url;
}
