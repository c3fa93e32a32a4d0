// Sessions that end without money: refused, expired, unknown.
import { ok } from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { claimsMoney } from "../domain/evidence.js";
import type { ConformanceCheck } from "./conformance-check.js";
import { type ProviderProbe, requireKnownWords } from "./provider-probe.js";

export function endChecks({ fake, open, ask }: ProviderProbe): ConformanceCheck[] {
  return [
    {
      title: "tells a refusal as one",
      async run() {
        const { sessionId } = await open();
        await fake.refuse(sessionId);
        const reported = await ask(sessionId);
        requireKnownWords(reported);
        const refusals = ["provider.rejected", "provider.cancelled", "provider.abandoned"];
        ok(
          reported.some(({ type }) => refusals.includes(type)),
          `the provider refused, and the adapter says ${JSON.stringify(reported)}`,
        );
        ok(!reported.some(claimsMoney), "the provider refused, and the adapter speaks of money");
      },
    },
    {
      title: "tells that a session has expired, or has reported when it would",
      async run() {
        const { sessionId, expiresAt } = await open();
        await fake.expire(sessionId);
        const reported = await ask(sessionId);
        requireKnownWords(reported);
        ok(!reported.some(claimsMoney), "nothing was paid, and the adapter speaks of money");
        ok(
          reported.some(({ type }) => type === "provider.session_expired") ||
            (reported.length === 0 && expiresAt !== undefined),
          `without expiresAt the session must end by provider.session_expired; the adapter says ${JSON.stringify(reported)}`,
        );
      },
    },
    {
      title: "never makes a payment of a session that the provider does not know",
      async run() {
        const reported = await ask(`unknown-${randomUUID()}`).catch(() => []);
        ok(!reported.some(claimsMoney), `the session does not exist, and the adapter says ${JSON.stringify(reported)}`);
      },
    },
  ];
}
