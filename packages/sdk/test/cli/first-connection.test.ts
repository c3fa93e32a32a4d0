// Tests `listen` with addresses that do not work: how long it retries when no server responds, what it refuses, and what it prints.
import { expect, test } from "vitest";
import type { CommandIo } from "../../src/cli/command-io.js";
import { runCommandLine } from "../../src/cli/main.js";

const ready = 'event: ready\ndata: {"cursor":"0","merchantId":"mrc_1"}\n\n';

/** A process whose time passes only while it pauses. */
function processWith(fetch: (attempt: number, stop: () => void) => Promise<Response>, forwardTo = "localhost:3000") {
  const stop = new AbortController();
  const lines: string[] = [];
  let now = 0;
  let attempts = 0;
  const io: CommandIo = {
    environment: { PAYMENT_SESSIONS_API_KEY: "ps_test_1", PAYMENT_SESSIONS_BASE_URL: "http://127.0.0.1:9" },
    out: (line) => lines.push(line),
    error: (line) => lines.push(line),
    stopped: stop.signal,
    fetch: () => fetch(++attempts, () => stop.abort()),
    now: () => now,
    async pause(ms) {
      now += ms;
    },
  };
  const run = () => runCommandLine(["listen", "--forward-to", forwardTo], io);
  return { run, lines, elapsed: () => now, attempts: () => attempts };
}

const refused = () =>
  Promise.reject(new TypeError("fetch failed", { cause: new Error("connect ECONNREFUSED 127.0.0.1:9") }));

test("listen reports an address that does not respond, and ends within half a minute", async () => {
  const command = processWith(refused);
  expect(await command.run()).toBe(1);
  expect(command.lines[0]).toBe(
    "No connection to http://127.0.0.1:9 yet (connect ECONNREFUSED 127.0.0.1:9); trying again.",
  );
  expect(command.lines.at(-1)).toBe(
    "No connection to http://127.0.0.1:9 within 30 seconds: connect ECONNREFUSED 127.0.0.1:9. Is the service running, and is this its address (--base-url)?",
  );
  expect(command.elapsed()).toBeLessThanOrEqual(30_000);
});

test("listen waits for a service that is just starting, and once connected reconnects without a limit", async () => {
  const command = processWith((attempt, stop) => {
    if (attempt === 3) {
      return Promise.resolve(new Response(ready, { headers: { "content-type": "text/event-stream" } }));
    }
    if (attempt === 60) stop();
    return refused();
  });
  expect(await command.run()).toBe(0);
  expect(command.lines[2]).toBe("Ready: webhooks of test payments of mrc_1 go to http://localhost:3000");
  expect(command.lines.at(-1)).toMatch(/^Connection lost \(connect ECONNREFUSED \S+\); trying again\.$/);
  expect(command.elapsed()).toBeGreaterThan(5 * 60_000);
});

test.each(["ftp://localhost:3000", "wss://localhost:3000/webhooks", "http://", "local host"])(
  "listen refuses %s as the address to forward to",
  async (forwardTo) => {
    const command = processWith(refused, forwardTo);
    expect(await command.run()).toBe(2);
    expect(command.lines).toEqual([
      `--forward-to must be a URL such as http://localhost:3000/webhooks, not ${JSON.stringify(forwardTo)}.`,
    ]);
    expect(command.attempts()).toBe(0);
  },
);

test("listen ends when it cannot read an event, because a retry would get the same one", async () => {
  const command = processWith((attempt, stop) => {
    if (attempt === 3) stop();
    const stream = `${ready}event: webhook\ndata: {"deliveryId":"d1"}\n\n`;
    return Promise.resolve(new Response(stream, { headers: { "content-type": "text/event-stream" } }));
  });
  expect(await command.run()).toBe(1);
  expect(command.lines.at(-1)).toBe('The service sent an invalid "webhook" event: check its version.');
  expect(command.attempts()).toBe(1);
});

test("listen adds the scheme to an address whose query has a URL", async () => {
  const command = processWith((_, stop) => {
    stop();
    return Promise.resolve(new Response(ready, { headers: { "content-type": "text/event-stream" } }));
  }, "localhost:3000/webhooks?from=https://shop.example");
  expect(await command.run()).toBe(0);
  expect(command.lines[0]).toBe(
    "Ready: webhooks of test payments of mrc_1 go to http://localhost:3000/webhooks?from=https://shop.example",
  );
});
