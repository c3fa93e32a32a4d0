// Tests that waiting for a payment ends in time, whatever the service responds meanwhile.
import { expect, test } from "vitest";
import { PaymentSessions, WaitDeadlineError } from "../src/index.js";
import { apiKey, json, type Script, startFaultServer } from "./fault-server.js";
import { createVirtualClock } from "./virtual-clock.js";

const snapshot = (status: string) => ({ orderId: "1001", status });

async function waitingOn(script: Script) {
  const clock = createVirtualClock();
  const server = await startFaultServer(script);
  const payments = new PaymentSessions({ apiKey, baseUrl: server.url, clock, random: () => 0.5 });
  return { clock, server, sessions: payments.sessions };
}

/** Returns these statuses one after the other, then the last one for every further call. */
const statuses =
  (...words: string[]): Script =>
  (response, _, number) =>
    json(response, 200, snapshot(words[number - 1] ?? words.at(-1) ?? ""));

test("waits until the payment is completed and reports each change", async () => {
  const { clock, server, sessions } = await waitingOn(
    statuses("pending", "pending", "scanning", "confirming", "completed"),
  );
  const seen: string[] = [];
  const wait = sessions.waitForCompletion("pay_1", { onUpdate: ({ status }) => seen.push(status) });
  await clock.advance(60_000);
  expect(await wait).toEqual(snapshot("completed"));
  expect(seen).toEqual(["pending", "scanning", "confirming", "completed"]);
  expect(server.received).toHaveLength(5);
  expect(clock.pending()).toBe(0);
});

test("a failed payment ends the wait too", async () => {
  const { clock, sessions } = await waitingOn(statuses("failed"));
  const wait = sessions.waitForCompletion("pay_1");
  await clock.advance(1_000);
  expect((await wait).status).toBe("failed");
});

test.each(["pending", "paid_in_instalments", "", "constructor", "COMPLETED"])(
  "a payment that stays %j ends the wait at its deadline, with the last status",
  async (word) => {
    const { clock, server, sessions } = await waitingOn(statuses(word));
    const wait = sessions.waitForCompletion("pay_1", { deadlineMs: 60_000 }).catch((thrown: unknown) => thrown);
    await clock.advance(61_000);
    const error = await wait;
    expect(error).toBeInstanceOf(WaitDeadlineError);
    expect(error).toMatchObject({ kind: "wait", code: "WAIT_DEADLINE", lastStatus: word, outcome: "unknown" });
    expect(server.received.length).toBeGreaterThan(5);
    expect(server.received.length).toBeLessThan(25);
    expect(clock.pending()).toBe(0);
  },
);

test("polls with growing intervals while nothing changes, up to ten seconds", async () => {
  const { clock, sessions } = await waitingOn(statuses("pending"));
  const wait = sessions.waitForCompletion("pay_1", { deadlineMs: 10_000_000 }).catch((thrown: unknown) => thrown);
  const pauses: number[] = [];
  for (let poll = 0; poll < 9; poll += 1) pauses.push(Math.round(await clock.advanceToNext(15_000)));
  expect(pauses).toEqual([1_000, 1_500, 2_250, 3_375, 5_063, 7_594, 10_000, 10_000, 10_000]);
  await clock.advance(10_000_000);
  await wait;
});

test("survives a rate limit, outages, broken connections and invalid responses", async () => {
  const { clock, server, sessions } = await waitingOn((response, _, number) => {
    if (number === 1) json(response, 200, snapshot("pending"));
    else if (number === 2) json(response, 429, {}, { "retry-after": "30" });
    else if (number === 3) response.writeHead(502).end("<html>");
    else if (number === 4) response.socket?.destroy();
    else if (number === 5) response.writeHead(200).end("<html>");
    else json(response, 200, snapshot("completed"));
  });
  const wait = sessions.waitForCompletion("pay_1", { deadlineMs: 600_000 });
  await clock.advance(5_000);
  expect(server.received).toHaveLength(2);
  await clock.advance(25_000);
  expect(server.received).toHaveLength(2);
  await clock.advance(60_000);
  expect((await wait).status).toBe("completed");
});

test.each([408, 425, 429, 500, 501, 503])("a %i does not end the wait", async (status) => {
  const { clock, sessions } = await waitingOn((response, _, number) =>
    number === 1 ? json(response, status, { error: "later" }) : json(response, 200, snapshot("completed")),
  );
  const wait = sessions.waitForCompletion("pay_1");
  await clock.advance(5_000);
  expect((await wait).status).toBe("completed");
});

test.each([400, 401, 403, 404])("a %i ends the wait", async (status) => {
  const { clock, server, sessions } = await waitingOn((response) => json(response, status, { code: "X", error: "no" }));
  const wait = sessions.waitForCompletion("pay_1").catch((thrown: unknown) => thrown);
  await clock.advance(5_000);
  expect(await wait).toMatchObject({ kind: "service", status });
  expect(server.received).toHaveLength(1);
});

test("with a service that never responds the wait ends at its deadline without a last status", async () => {
  const { clock, sessions } = await waitingOn(() => undefined);
  const wait = sessions.waitForCompletion("pay_1", { deadlineMs: 5_000 }).catch((thrown: unknown) => thrown);
  await clock.advance(6_000);
  const error = await wait;
  expect(error).toMatchObject({ code: "WAIT_DEADLINE", cause: { code: "TIMEOUT" } });
  // `code` identifies a WaitDeadlineError.
  expect((error as WaitDeadlineError).lastStatus).toBeUndefined();
  expect(clock.pending()).toBe(0);
});

test("waits for the given statuses", async () => {
  const { clock, sessions } = await waitingOn(statuses("pending", "scanning", "confirming", "completed"));
  const byList = sessions.waitForCompletion("pay_1", { until: ["confirming", "some_new_status"] });
  await clock.advance(10_000);
  expect((await byList).status).toBe("confirming");
});

test("waits for what the caller's predicate accepts", async () => {
  const { clock, sessions } = await waitingOn(statuses("pending", "scanning"));
  const wait = sessions.waitForCompletion("pay_1", { until: (status) => status !== "pending" });
  await clock.advance(10_000);
  expect((await wait).status).toBe("scanning");
});

test("a webhook causes an immediate poll", async () => {
  const { clock, server, sessions } = await waitingOn(statuses("pending", "completed"));
  const wait = sessions.waitForCompletion("pay_1");
  await clock.advance(10);
  expect(server.received).toHaveLength(1);
  sessions.wake("pay_2");
  await clock.advance(10);
  expect(server.received).toHaveLength(1);
  sessions.wake("pay_1");
  await clock.advance(10);
  expect((await wait).status).toBe("completed");
});

test("a webhook that arrives during a poll causes another poll", async () => {
  let wake: () => void = () => undefined;
  const { clock, sessions } = await waitingOn((response, _, number) => {
    if (number === 1) wake();
    json(response, 200, snapshot(number === 1 ? "pending" : "completed"));
  });
  wake = () => sessions.wake("pay_1");
  const wait = sessions.waitForCompletion("pay_1");
  await clock.advance(10);
  expect((await wait).status).toBe("completed");
});

test("a rejection of onUpdate ends the wait, not the process", async () => {
  const { clock, sessions } = await waitingOn(statuses("pending"));
  const failure = new Error("the shop's database");
  const wait = sessions.waitForCompletion("pay_1", { onUpdate: () => Promise.reject(failure) });
  const ended = wait.catch((thrown: unknown) => thrown);
  await clock.advance(10);
  expect(await ended).toBe(failure);
  expect(clock.pending()).toBe(0);
});

test("the caller's signal ends the wait", async () => {
  const { clock, sessions } = await waitingOn(statuses("pending"));
  const controller = new AbortController();
  const wait = sessions.waitForCompletion("pay_1", { signal: controller.signal }).catch((thrown: unknown) => thrown);
  await clock.advance(10);
  controller.abort();
  await clock.advance(10);
  expect(await wait).toMatchObject({ kind: "aborted", code: "ABORTED" });
  expect(clock.pending()).toBe(0);
});

test("changes can be iterated as they arrive, and the iteration ended early", async () => {
  const { clock, sessions } = await waitingOn(statuses("pending", "scanning", "confirming", "completed"));
  const seen: string[] = [];
  const following = (async () => {
    for await (const { status } of sessions.watch("pay_1")) {
      seen.push(status);
      if (status === "confirming") break;
    }
  })();
  await clock.advance(60_000);
  await following;
  expect(seen).toEqual(["pending", "scanning", "confirming"]);
  expect(clock.pending()).toBe(0);
});

test.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY])("refuses %d as a deadline", async (deadlineMs) => {
  const { sessions } = await waitingOn(statuses("pending"));
  await expect(sessions.waitForCompletion("pay_1", { deadlineMs })).rejects.toMatchObject({ code: "INVALID_OPTION" });
});
