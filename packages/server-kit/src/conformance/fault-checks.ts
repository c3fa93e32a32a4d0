// A provider that is late, hangs, is down or cannot be understood.
import { ok } from "node:assert/strict";
import { claimsMoney } from "../domain/evidence.js";
import { type ConformanceCheck, rejects } from "./conformance-check.js";
import { type ProviderProbe, patienceMs } from "./provider-probe.js";

export function faultChecks({
  adapter,
  fake,
  newAttempt,
  patient,
  open,
  ask,
  whileFakeIs,
  endsWithItsSignal,
}: ProviderProbe): ConformanceCheck[] {
  const { due } = adapter;
  return [
    {
      title: "waits for a provider that answers late",
      async run() {
        await whileFakeIs("late", async () => {
          const { sessionId } = await open();
          await fake.pay(sessionId, due);
          ok((await ask(sessionId)).some(claimsMoney), "the provider answered late, and the payment was not reported");
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
        ok((await ask(sessionId)).some(claimsMoney), "the payment was not reported once the provider was well again");
      },
    })),
  ];
}
