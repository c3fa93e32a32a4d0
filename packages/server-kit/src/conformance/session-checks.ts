// Checks of createSession: one session for each attempt, with an id, a URL and an expiry that the service can store.
import { ok, strictEqual } from "node:assert/strict";
import type { ConformanceCheck } from "./conformance-check.js";
import { newAttempt, type ProviderProbe } from "./provider-probe.js";

export function sessionChecks({ adapter, fake, open }: ProviderProbe): ConformanceCheck[] {
  return [
    {
      title: "has a URL-safe code that stays the same",
      async run() {
        const { code } = adapter;
        ok(/^[A-Za-z0-9._~-]{1,64}$/.test(code), `code must match [A-Za-z0-9._~-]{1,64}; got ${JSON.stringify(code)}`);
        await open();
        strictEqual(adapter.code, code, "the code changed; sessions are stored with it, and would not be found");
      },
    },
    {
      title: "opens a session with an id, an absolute URL and an expiry in epoch milliseconds",
      async run() {
        const { sessionId, redirectUrl, expiresAt } = await open();
        ok(typeof sessionId === "string" && sessionId !== "", "sessionId must be non-empty text");
        ok(
          typeof redirectUrl === "string" && /^https?:\/\//.test(redirectUrl) && URL.canParse(redirectUrl),
          `redirectUrl must be an absolute http(s) URL; got ${JSON.stringify(redirectUrl)}`,
        );
        if (expiresAt === undefined) return;
        const isPlausible = Number.isSafeInteger(expiresAt) && expiresAt > Date.UTC(2020, 0) && expiresAt < 1e14;
        ok(isPlausible, `expiresAt must be epoch milliseconds or undefined; got ${expiresAt}`);
      },
    },
    {
      title: "opens one session per attempt, however often it is requested",
      async run() {
        const attemptId = newAttempt();
        const before = await fake.openedCount();
        const first = await open(attemptId);
        const again = await open(attemptId);
        strictEqual(again.sessionId, first.sessionId, "a repeated attemptId must return the existing session");
        strictEqual(await fake.openedCount(), before + 1, "the provider opened more than one session for one attempt");
      },
    },
    {
      title: "opens separate sessions for concurrent attempts",
      async run() {
        const sessions = await Promise.all(Array.from({ length: 5 }, () => open()));
        strictEqual(new Set(sessions.map(({ sessionId }) => sessionId)).size, 5, "sessions share an id");
      },
    },
  ];
}
