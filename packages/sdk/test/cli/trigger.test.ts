// Tests what `trigger` prints when the stream that names the key's store breaks or is invalid.
import { expect, test } from "vitest";
import type { CommandIo } from "../../src/cli/command-io.js";
import { runCommandLine } from "../../src/cli/main.js";

const baseUrl = "http://127.0.0.1:9";

async function trigger(body: string | ReadableStream) {
  const lines: string[] = [];
  const io: CommandIo = {
    environment: { PAYMENT_SESSIONS_API_KEY: "ps_test_1", PAYMENT_SESSIONS_BASE_URL: baseUrl },
    out: (line) => lines.push(line),
    error: (line) => lines.push(line),
    stopped: new AbortController().signal,
    fetch: async () => new Response(body, { headers: { "content-type": "text/event-stream" } }),
    now: () => 0,
    pause: async () => undefined,
  };
  return { exitStatus: await runCommandLine(["trigger", "completed"], io), lines };
}

test("trigger reports a stream that breaks before the service names the store, without a stack trace", async () => {
  const broken = new ReadableStream({
    start: (controller) => controller.error(new TypeError("terminated", { cause: new Error("read ECONNRESET") })),
  });
  expect(await trigger(broken)).toEqual({
    exitStatus: 1,
    lines: [`The request to ${baseUrl} failed: read ECONNRESET`],
  });
});

test.each(["{", "null", "{}", '{"cursor":"0"}', '{"cursor":"0","merchantId":7}'])(
  "trigger reports a store that it cannot read: %s",
  async (data) => {
    expect(await trigger(`event: ready\ndata: ${data}\n\n`)).toEqual({
      exitStatus: 1,
      lines: ['The service sent an invalid "ready" event: check its version.'],
    });
  },
);
