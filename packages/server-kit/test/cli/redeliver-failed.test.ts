// `webhook redeliver` over all failed deliveries, and what `doctor` says about them.
import { expect, test } from "vitest";
import { openDeliveryHarness, startOfTime } from "../delivery/delivery-harness.js";
import { commandLineOn, freshDatabase, storageOn } from "./call-command-line.js";

const store = ["--name", "Shop", "--merchant-id", "shop", "--webhook-url", "https://shop.example/hook"];

test("O13: webhook off and on, and what doctor reports meanwhile", async () => {
  const { call, json } = commandLineOn(await freshDatabase());
  await call("store", "create", ...store);
  expect(await call("webhook", "off", "shop")).toMatchObject({
    exitCode: 2,
    error: expect.stringContaining("--reason"),
  });
  expect((await call("webhook", "off", "shop", "--reason", "moves house")).out).toContain("https://shop.example/hook");
  const { document } = await json("doctor");
  expect(document).toMatchObject({
    findings: expect.arrayContaining([
      {
        level: "warning",
        check: "webhooks",
        message: expect.stringMatching(
          /webhooks of shop have been off since .*\(moves house\).*"payment-sessions webhook on shop"/,
        ),
      },
    ]),
  });
  expect((await call("webhook", "on", "shop")).exitCode).toBe(0);
  expect((await call("doctor")).out).not.toContain("have been off");
});

test("O13: doctor names the command that sends failed deliveries again, and the command queues them", async () => {
  const database = await freshDatabase();
  const { call, json } = commandLineOn(database);
  await call("store", "create", ...store);
  const harness = await openDeliveryHarness({ storage: storageOn(database) });
  const ended = { finishedAt: startOfTime, nextAttemptAt: undefined } as const;
  await harness.addDelivery("d1", { ...ended, state: "exhausted" });
  await harness.addDelivery("d2", { ...ended, state: "dead" });
  await harness.addDelivery("d0", { ...ended, state: "delivered", createdAt: startOfTime - 1 });
  await harness.addDelivery("d9", { ...ended, state: "cancelled" });
  await harness.addDelivery("d3", { ...ended, state: "dead", interruptedCount: 5, finishedAt: undefined });
  await harness.storage.close();

  expect((await call("webhook", "list")).out).toMatch(/d1 +shop .*exhausted.*\n.*d2 +shop .*dead/);
  expect((await json("webhook", "list", "--state", "dead", "--limit", "1")).document).toMatchObject({
    deliveries: [{ deliveryId: "d2", state: "dead" }],
    nextCursor: "d2",
  });
  const ofStore = ["webhook", "list", "--merchant-id", "shop", "--state"];
  const found = await json(...ofStore, "delivered,cancelled,exhausted");
  expect(found.document).toMatchObject({ deliveries: ["d9", "d1", "d0"].map((deliveryId) => ({ deliveryId })) });
  expect(await json(...ofStore, "delivered,cancelled", "--limit", "1")).toMatchObject({
    document: { deliveries: [{ deliveryId: "d9" }] },
  });
  expect(await call("webhook", "list", "--state", "delivered")).toMatchObject({
    exitCode: 1,
    error: expect.stringContaining("--merchant-id: is required with the states delivered and cancelled"),
  });
  expect(await call("webhook", "list", "--state", "failed")).toMatchObject({ exitCode: 2 });
  const doctor = (await call("doctor")).out;
  expect(doctor).toContain("1 exhausted and 2 dead");
  expect(doctor).toContain("webhook redeliver --state");
  expect(doctor).toContain("1 in quarantine");
  const redeliver = ["webhook", "redeliver", "--state", "exhausted,dead"];
  expect((await json(...redeliver, "--dry-run")).document).toEqual({ count: 3, dryRun: true });
  expect((await json(...redeliver, "--until", "2020-01-01")).document).toEqual({ count: 0, dryRun: false });
  const one = await call("webhook", "redeliver", "--state", "exhausted", "--dry-run");
  expect(one.out).toContain("1 delivery would be queued.");
  expect(await call(...redeliver, "--merchant-id", "shop")).toMatchObject({
    exitCode: 0,
    out: expect.stringContaining("3 deliveries are queued"),
    error: expect.stringContaining("3 deliveries so far"),
  });
  for (const wrong of [["--delivery-id", "d1"], ["--as-new"]]) {
    expect(await call(...redeliver, ...wrong)).toMatchObject({ exitCode: 2 });
  }
  expect(await call("webhook", "redeliver", "--dry-run")).toMatchObject({ exitCode: 2 });
});
