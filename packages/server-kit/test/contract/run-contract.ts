// Runs the whole contract on one target: all claims over HTTP, then a check that every documented response was returned.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createResponseRecorder, missingResponses } from "../../../../spec/response-check.js";
import { claimAccess } from "./claims-access.js";
import { claimFailures } from "./claims-failures.js";
import { claimHttp } from "./claims-http.js";
import { claimInitialize } from "./claims-initialize.js";
import { claimLimits } from "./claims-limits.js";
import { claimListening } from "./claims-listening.js";
import { claimOrderOfChecks } from "./claims-order-of-checks.js";
import { claimOrders } from "./claims-orders.js";
import { claimReads } from "./claims-reads.js";
import { claimRepeats } from "./claims-repeats.js";
import { claimSecrecy } from "./claims-secrecy.js";
import { claimService } from "./claims-service.js";
import { type ContractClient, createContractClient } from "./contract-client.js";
import type { Suite } from "./suite.js";
import type { OpenTarget, Target, TargetOptions } from "./target.js";
import { createTestStore, type TestStore } from "./test-store.js";

const claims = [
  claimInitialize,
  claimAccess,
  claimOrderOfChecks,
  claimRepeats,
  claimReads,
  claimOrders,
  claimService,
  claimListening,
  claimHttp,
  claimLimits,
  claimSecrecy,
  claimFailures,
];

/**
 * Endings of the documented responses that a target cannot return, such as `503 SHUTTING_DOWN`, each with the
 * reason.
 */
export type Exceptions = Readonly<Record<string, string>>;

export function runContract(definition: Target, exceptions: Exceptions = {}): void {
  describe(definition.name, () => {
    const lines = new Set<string>();
    const opened: { target: OpenTarget; client: ContractClient }[] = [];
    let main: { target: OpenTarget; client: ContractClient; store: TestStore } | undefined;

    async function reopen(options: TargetOptions) {
      const target = await definition.open(options);
      const recorder = createResponseRecorder({ basePath: new URL(target.url).pathname });
      const client = createContractClient(target.url, {
        record(response) {
          recorder.record(response);
          for (const line of recorder.lines()) lines.add(line);
        },
        lines: recorder.lines,
      });
      opened.push({ target, client });
      return { target, client };
    }

    function opening() {
      if (main === undefined) throw new Error("The target is not open yet.");
      return main;
    }

    const suite: Suite = {
      definition,
      reopen,
      get target() {
        return opening().target;
      },
      get client() {
        return opening().client;
      },
      get store() {
        return opening().store;
      },
    };

    beforeAll(async () => {
      const { target, client } = await reopen({ rateLimits: false, providerTimeoutMs: 300 });
      main = { target, client, store: await createTestStore(target, client) };
    });

    afterAll(async () => {
      for (const { client } of opened) client.close();
      await Promise.all(opened.map(({ target }) => target.close()));
    });

    for (const claim of claims) claim(suite);

    test("every documented response was returned in some test", () => {
      const missing = missingResponses(lines).filter(
        (line) => !Object.keys(exceptions).some((end) => line.endsWith(end)),
      );
      expect(missing).toEqual([]);
    });
  });
}
