// Tests a proxy in front of a service that is configured without trusted proxy hops.
import { afterEach, expect, test } from "vitest";
import { createPaymentService, type PaymentService } from "../../src/index.js";
import { urlOf } from "../listen.js";
import { freshStorage } from "../storages.js";

let service: PaymentService;
afterEach(() => service.stop());

async function openService(trustedProxyHops: number) {
  const warnings: string[] = [];
  service = createPaymentService({
    baseUrl: "http://127.0.0.1",
    storage: freshStorage(),
    logger: { debug() {}, info() {}, error() {}, warn: (_: object, text: string) => void warnings.push(text) },
    trustedProxyHops,
  });
  const url = urlOf(await service.listen(0));
  const call = async (headers: Record<string, string>) => (await fetch(`${url}/live`, { headers })).status;
  return { warnings, call };
}

test("O17: forwarded headers without a trusted proxy are warned about once, and appear in the deployment's facts", async () => {
  const { warnings, call } = await openService(0);
  await call({});
  expect((await service.inspect()).ignoredForwardingAt).toBeUndefined();
  for (let round = 0; round < 3; round += 1) await call({ "x-forwarded-for": "203.0.113.8" });
  expect(warnings.filter((text) => text.includes("trustedProxyHops is 0"))).toHaveLength(1);
  expect((await service.inspect()).ignoredForwardingAt).toBeTypeOf("number");
});

test("O17: with a trusted proxy there is no warning about forwarded headers", async () => {
  const { warnings, call } = await openService(1);
  await call({ "x-forwarded-for": "203.0.113.8" });
  expect(warnings).toEqual([]);
  expect((await service.inspect()).ignoredForwardingAt).toBeUndefined();
});
