// What every provider's adapter must hold to, bank or card page, with the faults of real ones: hang, late, duplicate, wrong currency, a
// part, changed code, expired session, nonsense.
import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { claimsMoney, type ProviderEvent } from "../domain/evidence.js";
import { providerEventTypes } from "../domain/transition-graph.js";
import type { ProviderSession } from "../outbound/open-banking-provider.js";
import { type ConformanceCheck, rejects, within } from "./conformance-check.js";
import type { FakeBehaviour, FakeProvider } from "./fake-provider.js";

/** An adapter with its request already made: what the checks of banks and card pages share. */
export interface AdapterUnderTest {
  readonly code: string;
  open(how: { attemptId: string; signal: AbortSignal }): Promise<ProviderSession>;
  fetchOutcome(
    sessionId: string,
    pollNumber: number,
    how: { signal: AbortSignal },
  ): Promise<ProviderEvent | ProviderEvent[] | undefined>;
  readCallback:
    | ((request: {
        headers: Record<string, string | string[] | undefined>;
        body: Uint8Array;
        signal: AbortSignal;
      }) => Promise<{ sessionId: string; event: ProviderEvent }>)
    | undefined;
  due: { amountCents: number; currency: string };
}

/** Longer than any right response of a fake, shorter than a test runner's patience. */
const patienceMs = 3000;
/** From the signal to the end of the call. */
const abortPatienceMs = 1000;

export function providerChecks(adapter: AdapterUnderTest, fake: FakeProvider): ConformanceCheck[] {
  const { due } = adapter;
  const otherCurrency = due.currency === "USD" ? "EUR" : "USD";
  const patient = () => AbortSignal.timeout(patienceMs);
  const newAttempt = () => `att_${randomUUID().replaceAll("-", "")}`;

  const open = (attemptId = newAttempt()) =>
    within(patienceMs, "createSession", adapter.open({ attemptId, signal: patient() }));
  async function ask(sessionId: string, pollNumber = 1): Promise<ProviderEvent[]> {
    const asked = adapter.fetchOutcome(sessionId, pollNumber, { signal: patient() });
    return [(await within(patienceMs, "fetchOutcome", asked)) ?? []].flat();
  }
  async function whileFakeIs(how: FakeBehaviour, run: () => Promise<void>): Promise<void> {
    await fake.behave(how);
    try {
      await run();
    } finally {
      await fake.behave("well");
    }
  }
  /** Calls, aborts, and wants the call to end. */
  async function endsWithItsSignal(what: string, call: (signal: AbortSignal) => Promise<unknown>): Promise<void> {
    const controller = new AbortController();
    const work = call(controller.signal);
    work.catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, 50));
    controller.abort();
    ok(
      await rejects(abortPatienceMs, `${what} after its signal was aborted`, work),
      `${what} resolved although the provider never answered`,
    );
  }

  return [
    {
      title: "has a code that fits into an address and stays the same",
      async run() {
        const { code } = adapter;
        ok(
          /^[A-Za-z0-9._~-]{1,64}$/.test(code),
          `the code ${JSON.stringify(code)} needs other characters in an address`,
        );
        await open();
        strictEqual(adapter.code, code, "the code changed; sessions are stored under it and would be lost");
      },
    },
    {
      title: "opens a session with an id, an absolute address and an end in epoch milliseconds",
      async run() {
        const { sessionId, redirectUrl, expiresAt } = await open();
        ok(typeof sessionId === "string" && sessionId !== "", "sessionId must be a text that is not empty");
        ok(
          typeof redirectUrl === "string" && /^https?:\/\//.test(redirectUrl) && URL.canParse(redirectUrl),
          `redirectUrl must be an absolute http(s) address; got ${JSON.stringify(redirectUrl)}`,
        );
        if (expiresAt === undefined) return;
        const isPlausible = Number.isSafeInteger(expiresAt) && expiresAt > Date.UTC(2020, 0) && expiresAt < 1e14;
        ok(isPlausible, `expiresAt must be epoch milliseconds or undefined; got ${expiresAt}`);
      },
    },
    {
      title: "opens one session for one attempt, however often it is asked",
      async run() {
        const attemptId = newAttempt();
        const before = await fake.openedCount();
        const first = await open(attemptId);
        const again = await open(attemptId);
        strictEqual(
          again.sessionId,
          first.sessionId,
          "a repeated attemptId must give the session that is open already",
        );
        strictEqual(await fake.openedCount(), before + 1, "the provider opened more than one session for one attempt");
      },
    },
    {
      title: "opens sessions of their own for attempts at the same time",
      async run() {
        const sessions = await Promise.all(Array.from({ length: 5 }, () => open()));
        strictEqual(new Set(sessions.map(({ sessionId }) => sessionId)).size, 5, "sessions share an id");
      },
    },
    {
      title: "says nothing final while the buyer is still at it",
      async run() {
        const { sessionId } = await open();
        const told = await ask(sessionId);
        const isOpen = told.every(({ type }) => type === "provider.authorising");
        ok(isOpen, `nothing was paid or refused, and the adapter says ${JSON.stringify(told)}`);
      },
    },
    {
      title: "tells a payment of the whole amount, in words of the state graph",
      async run() {
        const { sessionId } = await open();
        await fake.pay(sessionId, due);
        const told = await ask(sessionId);
        requireKnownWords(told);
        const money = told.filter(claimsMoney);
        ok(money.length > 0, `the buyer paid, and the adapter says ${JSON.stringify(told)}`);
        for (const { type, amountCents, currency } of money) {
          ok(type !== "settlement.partial", "the whole amount was paid, and the adapter speaks of a part");
          ok(
            amountCents === undefined || amountCents === due.amountCents,
            `amountCents is ${amountCents}, not minor units`,
          );
          ok(currency === undefined || currency === due.currency, `currency is ${currency}, ${due.currency} was paid`);
        }
      },
    },
    {
      title: "tells the same payment in the same words each time, whatever the number of the question",
      async run() {
        const { sessionId } = await open();
        await fake.pay(sessionId, due);
        const first = await ask(sessionId, 1);
        deepStrictEqual(await ask(sessionId, 2), first);
        // After a restart, or when another instance asks.
        deepStrictEqual(await ask(sessionId, 7), first);
      },
    },
    {
      title: "tells the amount that came when it is only a part",
      async run() {
        const { sessionId } = await open();
        const part = Math.floor(due.amountCents / 2);
        await fake.pay(sessionId, { ...due, amountCents: part });
        for (const { amountCents } of (await ask(sessionId)).filter(claimsMoney)) {
          strictEqual(amountCents, part, "a success without the amount that came counts as the whole amount");
        }
      },
    },
    {
      title: "tells the currency that came when it is another one",
      async run() {
        const { sessionId } = await open();
        await fake.pay(sessionId, { ...due, currency: otherCurrency });
        for (const { currency } of (await ask(sessionId)).filter(claimsMoney)) {
          strictEqual(
            currency?.toUpperCase(),
            otherCurrency,
            "a success without its currency counts as the one that is due",
          );
        }
      },
    },
    {
      title: "tells a refusal as one",
      async run() {
        const { sessionId } = await open();
        await fake.refuse(sessionId);
        const told = await ask(sessionId);
        requireKnownWords(told);
        const refusals = ["provider.rejected", "provider.cancelled", "provider.abandoned"];
        ok(
          told.some(({ type }) => refusals.includes(type)),
          `the provider refused, and the adapter says ${JSON.stringify(told)}`,
        );
        ok(!told.some(claimsMoney), "the provider refused, and the adapter speaks of money");
      },
    },
    {
      title: "tells that a session has expired, or has told when it would",
      async run() {
        const { sessionId, expiresAt } = await open();
        await fake.expire(sessionId);
        const told = await ask(sessionId);
        requireKnownWords(told);
        ok(!told.some(claimsMoney), "nothing was paid, and the adapter speaks of money");
        ok(
          told.some(({ type }) => type === "provider.session_expired") ||
            (told.length === 0 && expiresAt !== undefined),
          `without expiresAt the session must end by provider.session_expired; the adapter says ${JSON.stringify(told)}`,
        );
      },
    },
    {
      title: "never makes a payment of a session that the provider does not know",
      async run() {
        const told = await ask(`unknown-${randomUUID()}`).catch(() => []);
        ok(!told.some(claimsMoney), `the session does not exist, and the adapter says ${JSON.stringify(told)}`);
      },
    },
    {
      title: "waits for a provider that answers late",
      async run() {
        await whileFakeIs("late", async () => {
          const { sessionId } = await open();
          await fake.pay(sessionId, due);
          ok((await ask(sessionId)).some(claimsMoney), "the provider answered late, and the payment was not told");
        });
      },
    },
    {
      title: "ends its calls when the signal is aborted while the provider hangs",
      async run() {
        const { sessionId } = await open();
        await whileFakeIs("hang", async () => {
          await endsWithItsSignal("createSession", (signal) => adapter.open({ attemptId: newAttempt(), signal }));
          await endsWithItsSignal("fetchOutcome", (signal) => adapter.fetchOutcome(sessionId, 1, { signal }));
        });
      },
    },
    ...(["down", "garbage"] as const).map((fault) => ({
      title:
        fault === "down"
          ? "throws while the provider is down, and takes that for no refusal"
          : "throws when the provider's response cannot be read",
      async run() {
        const { sessionId } = await open();
        await whileFakeIs(fault, async () => {
          const opening = adapter.open({ attemptId: newAttempt(), signal: patient() });
          ok(await rejects(patienceMs, "createSession", opening), "createSession gave a session that does not exist");
          const asking = adapter.fetchOutcome(sessionId, 1, { signal: patient() });
          ok(
            await rejects(patienceMs, "fetchOutcome", asking),
            "fetchOutcome must throw when it could not ask: undefined would mean that the buyer is still at it",
          );
        });
        await fake.pay(sessionId, due);
        ok((await ask(sessionId)).some(claimsMoney), "the payment was not told once the provider was well again");
      },
    })),
    ...callbackChecks(adapter, fake, open),
  ];
}

function callbackChecks(
  adapter: AdapterUnderTest,
  fake: FakeProvider,
  open: () => Promise<ProviderSession>,
): ConformanceCheck[] {
  if (adapter.readCallback === undefined) return [];
  if (fake.callback === undefined) {
    throw new Error("The adapter has readCallback: the fake needs `callback`, so that it can be tried.");
  }
  const callbackOf = async (sessionId: string) => {
    const made = await fake.callback?.(sessionId);
    if (made === undefined) throw new Error("The fake made no callback.");
    return {
      headers: made.headers,
      body: typeof made.body === "string" ? new TextEncoder().encode(made.body) : made.body,
    };
  };
  const read = async (request: { headers: Record<string, string>; body: Uint8Array }) =>
    within(
      patienceMs,
      "readCallback",
      // A promise also of what throws at once.
      Promise.resolve().then(() => adapter.readCallback?.({ ...request, signal: AbortSignal.timeout(patienceMs) })),
    );
  const isRefused = (request: { headers: Record<string, string>; body: Uint8Array }) =>
    rejects(patienceMs, "readCallback", read(request));
  const paid = async () => {
    const { sessionId } = await open();
    await fake.pay(sessionId, adapter.due);
    return { sessionId, callback: await callbackOf(sessionId) };
  };

  return [
    {
      title: "reads a callback of the provider: which session, and what happened; twice the same when it comes twice",
      async run() {
        const { sessionId, callback } = await paid();
        const told = await read(callback);
        strictEqual(told?.sessionId, sessionId, "the callback is about another session");
        requireKnownWords([told.event]);
        ok(claimsMoney(told.event), `the buyer paid, and the callback is read as ${JSON.stringify(told.event)}`);
        deepStrictEqual(await read(callback), told);
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

function requireKnownWords(told: readonly ProviderEvent[]): void {
  const known: readonly string[] = providerEventTypes;
  const unknown = told.map(({ type }) => type).filter((type) => !known.includes(type));
  strictEqual(unknown.length, 0, `no such event: ${unknown.join(", ")}; there are ${known.join(", ")}`);
}
