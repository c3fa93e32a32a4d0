// Sessions that end without a payment: rejected, expired, unknown.
import { ok } from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { claimsMoney } from "../domain/evidence.js";
import type { ConformanceCheck } from "./conformance-check.js";
import { type ProviderProbe, requireKnownWords } from "./provider-probe.js";

export function endChecks({ fake, open, poll }: ProviderProbe): ConformanceCheck[] {
  return [
    {
      title: "reports a rejected payment",
      async run() {
        const { sessionId } = await open();
        await fake.refuse(sessionId);
        const reported = await poll(sessionId);
        requireKnownWords(reported);
        const rejections = ["provider.rejected", "provider.cancelled", "provider.abandoned"];
        ok(
          reported.some(({ type }) => rejections.includes(type)),
          `the provider rejected the payment; fetchOutcome returned ${JSON.stringify(reported)}`,
        );
        ok(!reported.some(claimsMoney), "the provider rejected the payment; fetchOutcome reported one");
      },
    },
    {
      title: "reports an expired session, or announced its expiry by expiresAt",
      async run() {
        const { sessionId, expiresAt } = await open();
        await fake.expire(sessionId);
        const reported = await poll(sessionId);
        requireKnownWords(reported);
        ok(!reported.some(claimsMoney), "nothing was paid; fetchOutcome reported a payment");
        ok(
          reported.some(({ type }) => type === "provider.session_expired") ||
            (reported.length === 0 && expiresAt !== undefined),
          `without expiresAt an expired session must end with provider.session_expired; fetchOutcome returned ${JSON.stringify(reported)}`,
        );
      },
    },
    {
      title: "reports no payment for a session that the provider does not know",
      async run() {
        const reported = await poll(`unknown-${randomUUID()}`).catch(() => []);
        ok(
          !reported.some(claimsMoney),
          `the session does not exist; fetchOutcome returned ${JSON.stringify(reported)}`,
        );
      },
    },
  ];
}
