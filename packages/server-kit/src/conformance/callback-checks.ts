// Signed callbacks: is the provider's word taken, and nobody else's?
import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { claimsMoney } from "../domain/evidence.js";
import { type ConformanceCheck, rejects, within } from "./conformance-check.js";
import { type ProviderProbe, patienceMs, requireKnownWords } from "./provider-probe.js";

export function callbackChecks({ adapter, fake, open }: ProviderProbe): ConformanceCheck[] {
  if (adapter.readCallback === undefined) return [];
  if (fake.callback === undefined) {
    throw new Error("The adapter has readCallback: the fake needs `callback`, so that it can be tried.");
  }
  const { paid, read, isRefused } = createCallbackTools({ adapter, fake, open });

  return [
    {
      title: "reads a callback of the provider: which session, and what happened; twice the same when it comes twice",
      async run() {
        const { sessionId, callback } = await paid();
        const reported = await read(callback);
        strictEqual(reported?.sessionId, sessionId, "the callback is about another session");
        requireKnownWords([reported.event]);
        ok(
          claimsMoney(reported.event),
          `the buyer paid, and the callback is read as ${JSON.stringify(reported.event)}`,
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
        ok(await isRefused({ ...callback, body }), "a changed callback was taken for the provider's");
      },
    },
    {
      title: "throws for a callback that proves nothing: no headers, headers of another callback, no body",
      async run() {
        const [first, second] = [await paid(), await paid()];
        ok(
          await isRefused({ ...first.callback, headers: {} }),
          "a callback without headers was taken for the provider's",
        );
        ok(
          await isRefused({ headers: second.callback.headers, body: first.callback.body }),
          "a callback with the headers of another one was taken for the provider's",
        );
        ok(await isRefused({ headers: {}, body: new Uint8Array() }), "an empty callback was taken for the provider's");
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
    if (made === undefined) throw new Error("The fake made no callback.");
    return {
      headers: made.headers,
      body: typeof made.body === "string" ? new TextEncoder().encode(made.body) : made.body,
    };
  };
  const read = async (request: Callback) =>
    within(
      patienceMs,
      "readCallback",
      // A promise also of what throws at once.
      Promise.resolve().then(() => adapter.readCallback?.({ ...request, signal: AbortSignal.timeout(patienceMs) })),
    );
  const isRefused = (request: Callback) => rejects(patienceMs, "readCallback", read(request));
  const paid = async () => {
    const { sessionId } = await open();
    await fake.pay(sessionId, adapter.due);
    return { sessionId, callback: await callbackOf(sessionId) };
  };
  return { paid, read, isRefused };
}
