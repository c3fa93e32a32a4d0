// A provider that responds late, hangs, is down, or returns responses that cannot be parsed.
import { ok } from "node:assert/strict";
import { claimsMoney } from "../domain/evidence.js";
import { type ConformanceCheck, hasRejected } from "./conformance-check.js";
import { callTimeoutMs, deadline, newAttempt, type ProviderProbe } from "./provider-probe.js";

export function failureChecks({
  adapter,
  fake,
  open,
  poll,
  whileFakeIs,
  endsWhenAborted,
}: ProviderProbe): ConformanceCheck[] {
  const { due } = adapter;
  return [
    {
      title: "waits for a provider that responds late",
      async run() {
        await whileFakeIs("late", async () => {
          const { sessionId } = await open();
          await fake.pay(sessionId, due);
          ok((await poll(sessionId)).some(claimsMoney), "the provider responded late; the payment was not reported");
        });
      },
    },
    {
      title: "ends its calls when the signal is aborted while the provider hangs",
      async run() {
        const { sessionId } = await open();
        await whileFakeIs("hang", async () => {
          await endsWhenAborted("createSession", (signal) => adapter.open({ attemptId: newAttempt(), signal }));
          await endsWhenAborted("fetchOutcome", (signal) => adapter.fetchOutcome(sessionId, 1, { signal }));
        });
      },
    },
    ...(["down", "garbage"] as const).map((behaviour) => ({
      title:
        behaviour === "down"
          ? "throws while the provider is down, and reports no rejection"
          : "throws when the provider's response cannot be parsed",
      async run() {
        const { sessionId } = await open();
        await whileFakeIs(behaviour, async () => {
          const opening = adapter.open({ attemptId: newAttempt(), signal: deadline() });
          ok(
            await hasRejected(callTimeoutMs, "createSession", opening),
            "createSession returned a session that does not exist",
          );
          const polling = adapter.fetchOutcome(sessionId, 1, { signal: deadline() });
          ok(
            await hasRejected(callTimeoutMs, "fetchOutcome", polling),
            "fetchOutcome must throw when it gets no valid response: undefined means that the buyer has not finished",
          );
        });
        await fake.pay(sessionId, due);
        ok((await poll(sessionId)).some(claimsMoney), "the payment was not reported after the provider had recovered");
      },
    })),
  ];
}
