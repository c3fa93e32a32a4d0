// Tests that over any sequence of events the guarantees hold: at least once, same bytes, current secret,
// twelve attempts, one final state, one mail.
import { createHmac } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { DeliveriesWork } from "../../src/background/deliveries-work.js";
import { createEngineOwner, type EngineOwner } from "../../src/background/engine-owner.js";
import type { SendOutcome } from "../../src/domain/delivery-outcome.js";
import { archiveDeletedStore } from "../../src/flows/archive-store.js";
import { freshStorage } from "../storages.js";
import { type DeliveryHarness, openDeliveryHarness, responded, type Storage } from "./delivery-harness.js";

const hour = 3_600_000;

type Step =
  | { do: "add"; path: "queue" | "legacy" }
  | { do: "run" | "crash" | "restart" | "rotate" | "disable" | "enable" | "delete" | "recreate" | "busy" }
  | { do: "next" }
  | { do: "jump"; ms: number }
  | { do: "redeliver"; index: number }
  | { do: "respond"; outcome: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("add" as const),
      path: fc.constantFrom("queue" as const, "legacy" as const),
    }),
  },
  { weight: 6, arbitrary: fc.record({ do: fc.constant("next" as const) }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constantFrom("run" as const, "crash" as const, "restart" as const, "rotate" as const, "busy" as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom("disable" as const, "enable" as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom("delete" as const, "recreate" as const) }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant("jump" as const), ms: fc.integer({ min: -240 * hour, max: 240 * hour }) }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("redeliver" as const), index: fc.nat(20) }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant("respond" as const), outcome: fc.constantFrom(200, 404, 429, 500, 0) }),
  },
);

/** A storage whose next `failures` writes fail, as those of a locked database do. */
function fallible(inner: Storage): Storage & { failures: number } {
  const storage = {
    ...inner,
    failures: 0,
    async write<Result>(unit: Parameters<Storage["write"]>[0]): Promise<Result> {
      if (storage.failures > 0) {
        storage.failures -= 1;
        throw new Error("database is locked");
      }
      // `write` returns the result of the unit.
      return inner.write(unit) as Promise<Result>;
    },
  };
  // `write` is the generic method of the port, which the object literal above loses.
  return storage as Storage & { failures: number };
}

class DeliveryModel {
  private owner: EngineOwner;
  private work: DeliveriesWork;
  private secret = "secret-of-shop";
  private isStoreInactive = false;
  private outcome = 200;
  private count = 0;
  private readonly violations: string[] = [];
  private readonly deliveryIds: string[] = [];
  /** Deliveries of deleted stores: they are never sent again. */
  private readonly idsOfDeletedStore = new Set<string>();

  constructor(
    private readonly harness: DeliveryHarness,
    private readonly storage: Storage & { failures: number },
  ) {
    this.owner = createEngineOwner(harness.randomBytes);
    this.work = this.start();
  }

  private start(): DeliveriesWork {
    this.owner = createEngineOwner(this.harness.randomBytes);
    this.work = this.harness.createWork({ owner: this.owner, recordRetryDelayMs: 1 });
    this.respondAgain();
    return this.work;
  }

  private respondAgain(): void {
    this.harness.respond = ({ body, headers }): SendOutcome => {
      const expected = `sha256=${createHmac("sha256", this.secret).update(body).digest("hex")}`;
      if (headers["X-Service-Signature"] !== expected) this.violations.push("not signed with the current secret");
      if (this.isStoreInactive) this.violations.push("called while disabled or deleted");
      if (this.idsOfDeletedStore.has(headers["X-Service-Delivery"] ?? ""))
        this.violations.push("called after its store was deleted");
      return this.outcome === 0
        ? { kind: "failed", reason: "timeout", detail: "", durationMs: 30_000 }
        : responded(this.outcome);
    };
  }

  async take(step: Step): Promise<void> {
    const { harness } = this;
    switch (step.do) {
      case "add": {
        if ((await harness.storage.read((records) => records.stores.find("shop"))) === undefined) return;
        const id = `d${this.count++}`;
        this.deliveryIds.push(id);
        await harness.addDelivery(id, { path: step.path });
        return;
      }
      case "run":
        return void (await this.work.runDue());
      case "next": {
        const next = await this.work.nextDue();
        if (next !== undefined) harness.clock.time = next;
        return void (await this.work.runDue());
      }
      case "crash":
        return this.crash();
      case "restart":
        await this.work.stop();
        this.start();
        return;
      case "rotate":
        this.secret = `secret-${harness.random()}`;
        return harness.changeStore("shop", {
          sealedWebhookSecret: harness.vault.seal(this.secret, "webhook-secret:shop"),
        });
      case "disable":
        this.isStoreInactive = true;
        return harness.changeStore("shop", { disabledAt: harness.clock.time });
      case "enable":
        if (await harness.storage.read((records) => records.stores.find("shop"))) this.isStoreInactive = false;
        return harness.changeStore("shop", { disabledAt: undefined });
      case "delete":
        this.isStoreInactive = true;
        await harness.changeStore("shop", { deletedAt: harness.clock.time });
        await harness.storage.write((records) => records.deliveries.cancelOfStore("shop", harness.clock.time, 100));
        for (const id of this.deliveryIds) this.idsOfDeletedStore.add(id);
        return;
      case "recreate": {
        const archivedAs = await archiveDeletedStore(harness, "shop");
        if (archivedAs === undefined) return;
        this.secret = `secret-${harness.random()}`;
        this.isStoreInactive = false;
        await harness.addStore("shop", { sealedWebhookSecret: harness.vault.seal(this.secret, "webhook-secret:shop") });
        return;
      }
      case "busy":
        // The claim of the next run fails; that of the run after it succeeds.
        this.storage.failures = 1;
        await this.work.runDue().catch(() => undefined);
        this.storage.failures = 0;
        return;
      case "jump":
        harness.clock.time += step.ms;
        return;
      case "redeliver": {
        const id = this.deliveryIds[step.index % Math.max(1, this.deliveryIds.length)];
        if (id !== undefined)
          await harness.redeliver(id).catch((error) => expect(error.code).toBe("NOT_REDELIVERABLE"));
        return;
      }
      case "respond":
        this.outcome = step.outcome;
    }
  }

  /** Stops in the middle of the due sends, without settling them. */
  private async crash(): Promise<void> {
    this.harness.respond = () => new Promise(() => undefined);
    await this.work.startDue();
    for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    this.owner.retire();
    this.start();
  }

  /** Runs until nothing is scheduled, then checks the guarantees against the records. */
  async checkGuarantees(): Promise<void> {
    const { harness } = this;
    await this.take({ do: "enable" });
    await harness.runToEnd(this.work, 400);
    expect(this.violations).toEqual([]);
    const mails = await harness.dueMails();
    for (const id of this.deliveryIds) {
      const delivery = await harness.find(id);
      const attempts = await harness.attempts(id);
      const sent = harness.requests.filter(({ headers }) => headers["X-Service-Delivery"] === id);
      expect(["delivered", "dead", "exhausted", "cancelled", "parked"]).toContain(delivery.state);
      expect(delivery.claim).toBeUndefined();
      expect(attempts.map(({ attempt }) => attempt)).toEqual(attempts.map((_, index) => index + 1));
      const counted = attempts.filter(
        ({ isManual, outcome }) => !isManual && outcome !== "interrupted" && outcome !== "started",
      );
      expect(counted.length).toBeLessThanOrEqual(delivery.path === "queue" ? 12 : 3);
      if (delivery.state === "exhausted") expect(counted).toHaveLength(delivery.path === "queue" ? 12 : 3);
      if (delivery.state === "delivered") expect(attempts.some(({ outcome }) => outcome === "success")).toBe(true);
      expect(new Set(sent.map(({ body }) => Buffer.from(body).toString("hex"))).size).toBeLessThanOrEqual(1);
      const numbers = sent.map(({ headers }) => headers["X-Service-Attempt"]).filter((number) => number !== undefined);
      expect(new Set(numbers).size).toBe(numbers.length);
      const failureMails = mails.filter(({ uniqueKey }) => uniqueKey === `delivery_failed:${id}`);
      expect(failureMails.length).toBeLessThanOrEqual(1);
      if (delivery.state === "exhausted" || delivery.state === "dead") expect(failureMails).toHaveLength(1);
    }
    await this.work.stop();
  }
}

const runs = Number(process.env.DELIVERY_PROPERTY_RUNS ?? 60);

test(`every guarantee holds over random sequences of events (${runs} runs)`, { timeout: 300_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 40 }), fc.string(), async (steps, seed) => {
      const storage = fallible(freshStorage());
      const harness = await openDeliveryHarness({ storage, seed });
      try {
        await harness.addStore();
        const model = new DeliveryModel(harness, storage);
        for (const next of steps) await model.take(next);
        await model.checkGuarantees();
      } finally {
        await harness.storage.close();
      }
    }),
    { numRuns: runs },
  );
});
