// Runs the conformance suite on this Node, from the sources; test/runtimes.mjs runs it on the published
// package, on other runtimes.
import { readFileSync } from "node:fs";
import * as verifier from "@payment-sessions/webhook-verifier";
import * as atOnce from "@payment-sessions/webhook-verifier/node";
import { afterEach, expect, test, vi } from "vitest";
import { conformance } from "./conformance.mjs";

const golden = JSON.parse(
  readFileSync(new URL("../../../spec/vectors/hmac-vectors.json", import.meta.url), "utf8"),
) as unknown;

for (const { title, run } of conformance(verifier, golden, atOnce)) test(title, run);

afterEach(() => vi.restoreAllMocks());

test("conformance holds with WebCrypto alone", async () => {
  // `undefined` is what a runtime without node:crypto returns.
  vi.spyOn(process, "getBuiltinModule").mockReturnValue(undefined as never);
  vi.resetModules();
  const portable = await import("@payment-sessions/webhook-verifier");
  const { isDigestAsync } = await import("../src/signature/hmac.js");
  expect(isDigestAsync).toBe(true);
  for (const { title, run } of conformance(portable, golden)) await expect(run(), title).resolves.toBeUndefined();
});
