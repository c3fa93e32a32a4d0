// Signed callbacks: only those of the provider are accepted.
import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { claimsMoney } from "../domain/evidence.js";
import { type ConformanceCheck, hasRejected, within } from "./conformance-check.js";
import { callTimeoutMs, deadline, type ProviderProbe, requireKnownWords } from "./provider-probe.js";

export function callbackChecks({ adapter, fake, open }: ProviderProbe): ConformanceCheck[] {
  if (adapter.readCallback === undefined) return [];
  if (fake.callback === undefined) {
    throw new Error("The adapter has readCallback, so the fake provider must implement `callback`.");
  }
  const { paid, read, isRejected } = createCallbackTools({ adapter, fake, open });

  return [
    {
      title: "reads a callback: its session and its event, with the same result when it is received twice",
      async run() {
        const { sessionId, callback } = await paid();
        const reported = await read(callback);
        strictEqual(reported?.sessionId, sessionId, "the callback was read as one of another session");
        requireKnownWords([reported.event]);
        ok(
          claimsMoney(reported.event),
          `expected an event of a payment; readCallback returned ${JSON.stringify(reported.event)}`,
        );
        deepStrictEqual(await read(callback), reported);
      },
    },
    {
      title: "throws for a callback whose body was changed by one byte",
      async run() {
        const { callback } = await paid();
        const body = Uint8Array.from(callback.body);
        const middle = Math.floor(body.length / 2);
        body[middle] = (body[middle] ?? 0) ^ 1;
        ok(await isRejected({ ...callback, body }), "a changed callback was accepted");
      },
    },
    {
      title: "throws for an unsigned callback: no headers, headers of another callback, no body",
      async run() {
        const [first, second] = [await paid(), await paid()];
        ok(await isRejected({ ...first.callback, headers: {} }), "a callback without headers was accepted");
        ok(
          await isRejected({ headers: second.callback.headers, body: first.callback.body }),
          "a callback with the headers of another one was accepted",
        );
        ok(await isRejected({ headers: {}, body: new Uint8Array() }), "an empty callback was accepted");
      },
    },
  ];
}

interface Callback {
  headers: Record<string, string>;
  body: Uint8Array;
}

function createCallbackTools({ adapter, fake, open }: Pick<ProviderProbe, "adapter" | "fake" | "open">) {
  const callbackOf = async (sessionId: string) => {
    const made = await fake.callback?.(sessionId);
    if (made === undefined) throw new Error("The fake provider returned no callback.");
    return {
      headers: made.headers,
      body: typeof made.body === "string" ? new TextEncoder().encode(made.body) : made.body,
    };
  };
  const read = async (request: Callback) =>
    within(
      callTimeoutMs,
      "readCallback",
      // Also when the adapter throws synchronously.
      Promise.resolve().then(() => adapter.readCallback?.({ ...request, signal: deadline() })),
    );
  const isRejected = (request: Callback) => hasRejected(callTimeoutMs, "readCallback", read(request));
  const paid = async () => {
    const { sessionId } = await open();
    await fake.pay(sessionId, adapter.due);
    return { sessionId, callback: await callbackOf(sessionId) };
  };
  return { paid, read, isRejected };
}
