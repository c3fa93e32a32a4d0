// Runs the recipes as they are printed: the programs of docs/testing-with-the-mock.md that need no browser,
// and the README's table of amounts.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { magicAmounts, sandboxScript } from "../../server-kit/src/outbound/sandbox-provider.js";
import * as sdk from "../src/index.js";
import * as mock from "../src/mock/index.js";

const recipes = readFileSync(new URL("../../../docs/testing-with-the-mock.md", import.meta.url), "utf8");
const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
const program = (name: string) => {
  const found = [...recipes.matchAll(/```js\n\/\/ (\S+).*\n([\s\S]*?)```/g)].find(([, file]) => file === name);
  if (found?.[2] === undefined) throw new Error(`${name} is not in the page`);
  return found[2];
};

const folder = fileURLToPath(new URL("../node_modules/.cache/recipes/", import.meta.url));
mkdirSync(folder, { recursive: true });
Object.assign(globalThis, { recipePackages: { "@payment-sessions/sdk": sdk, "@payment-sessions/sdk/mock": mock } });

/**
 * Runs the program with our packages from the sources and the runner's functions passed in; resolves with
 * what it registered.
 */
async function register(name: string, runner: string) {
  for (const file of ["checkout.mjs", "open-shop.mjs"]) writeFileSync(folder + file, fromSources(program(file)));
  const after: (() => unknown)[] = [];
  const tests: (() => Promise<void>)[] = [];
  const it = (_title: string, run: () => Promise<void>) => void tests.push(run);
  Object.assign(globalThis, { recipeRunner: { test: it, expect, afterEach: (run: () => unknown) => after.push(run) } });
  const text = fromSources(program(name))
    .replace(/import (\{[^}]*\}|test) from "(?:vitest|node:test)";/, runner)
    .replace(/const (\{[^}]*\}) = require\("([^"]+)"\);/g, 'const $1 = globalThis.recipePackages["$2"];');
  writeFileSync(folder + name.replace(/\.cjs$/, ".mjs"), `${runner}\n${text.replace(runner, "")}`);
  await import(/* @vite-ignore */ `${folder}${name.replace(/\.cjs$/, ".mjs")}?at=${Date.now()}`);
  return { tests, after };
}

const fromSources = (text: string) =>
  text.replace(/import (\{[^}]*\}) from "(@payment-sessions[^"]*)";/g, 'const $1 = globalThis.recipePackages["$2"];');

test.each(["checkout.vitest.test.mjs", "checkout.jest.test.cjs", "checkout.node.test.mjs"])(
  "the recipe %s holds",
  async (name) => {
    const startedAt = performance.now();
    const { tests, after } = await register(name, "const { test, expect, afterEach } = globalThis.recipeRunner;");
    expect(tests).toHaveLength(1);
    for (const run of [...tests, ...after]) await run();
    // The recipe for Vitest waits 20 seconds of the mock's time, and the others retry.
    expect(performance.now() - startedAt).toBeLessThan(5000);
  },
);

test("a buyer who tries again after a cancelled payment gets a new one from the README's call", async () => {
  const block = [...readme.matchAll(/```ts\n([\s\S]*?)```/g)].find(([, text]) => text?.includes("retryLater"))?.[1];
  const body = (block ?? "").replace(/^import .*$/m, "");
  const service = mock.createMockService();
  const { merchantId } = await service.stores.create({ name: "Tea shop" });
  const { secret: apiKey } = await service.apiKeys.issue({ merchantId, environment: "test" });
  const { baseUrl, fetch, clock } = service;
  const payments = new sdk.PaymentSessions({ apiKey, baseUrl, fetch, clock });
  // The function returns what the printed program returns: a session.
  const checkout = new Function("payments", "order", `return (async () => {${body}})()`) as (
    client: sdk.PaymentSessions,
    order: object,
  ) => Promise<sdk.PaymentSession>;
  const order = { merchantId, orderId: "1001", amountCents: 1999, currency: "EUR" };
  const first = await checkout(payments, order);
  await service.sessions.cancel(first.paymentId);
  const second = await checkout(payments, order);
  expect(second.paymentId).not.toBe(first.paymentId);
  await service.sessions.cancel(second.paymentId);
  const third = await checkout(payments, { ...order, amountCents: 2999 });
  expect(third.handoffUrl).not.toBe(second.handoffUrl);
  await service.stop();
});

const outcomes = new Map<number, string>([
  ...Array.from({ length: 999 }, (_, index) => 1001 + index)
    .map((amount) => ({ amount, script: sandboxScript(amount) }))
    .filter(({ script }) => script.length > 0)
    .map(({ amount, script }): [number, string] => [
      amount,
      script
        .map((played) =>
          [played]
            .flat()
            .map(({ type }) => type.replace(/^provider\./, ""))
            .join(", "),
        )
        .join("; then "),
    ]),
  [magicAmounts.down, "the provider is down: 500 `PROVIDER_UNAVAILABLE`"],
  [magicAmounts.hangs, "the provider does not respond: 500 `PROVIDER_TIMEOUT`"],
]);

test("the README's table of magic amounts is what the sandbox plays", () => {
  const rows = [...readme.matchAll(/^\| (1\d{3}) \| ([^|]+) \|/gm)].map(([, amount, plays = ""]) => [
    Number(amount),
    plays.trim(),
  ]);
  expect(rows).toEqual([...outcomes]);
});
