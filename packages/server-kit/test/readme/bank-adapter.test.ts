// The bank adapter of the README and the suite beside it, run as they are printed, against a bank that is a real HTTP server.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import type { OpenBankingProvider } from "../../src/index.js";
import { openBankService } from "../banks/bank-service.js";
import { callbackSecret, startFaultyBank } from "../banks/faulty-bank.js";

const packageRoot = fileURLToPath(new URL("../../", import.meta.url));
const blocks = [...readFileSync(join(packageRoot, "README.md"), "utf8").matchAll(/```js\n([\s\S]*?)```/g)].map(
  ([, code = ""]) => code,
);
mkdirSync(join(packageRoot, ".tmp"), { recursive: true });
const folder = mkdtempSync(join(packageRoot, ".tmp", "readme-"));
const bank = await startFaultyBank({ sessionLifetimeMs: 60_000 });
afterAll(async () => {
  await bank.stop();
  rmSync(folder, { recursive: true, force: true });
});

function blockWith(mark: string): string {
  const found = blocks.filter((code) => code.includes(mark));
  expect(found.length, mark).toBe(1);
  return found[0] ?? "";
}

const adapterText = blockWith("export function exampleBank");
const suiteText = blockWith("testOpenBankingProvider(exampleBank");
const settings = { url: bank.origin, token: "token", secret: callbackSecret };
const place = "payment sessions readme bank";
writeFileSync(join(folder, "bank.js"), adapterText);
// What the README leaves to the host.
writeFileSync(
  join(folder, "fake-bank.js"),
  `export const { fake, settings } = globalThis[${JSON.stringify(place)}];\n`,
);
writeFileSync(join(folder, "suite.js"), suiteText.replace('"node:test"', '"vitest"'));

// What the README's program exports.
const { exampleBank } = (await import(pathToFileURL(join(folder, "bank.js")).href)) as {
  exampleBank(options: typeof settings): OpenBankingProvider;
};

test("the adapter of the README has 40 lines at most", () => {
  expect(adapterText.trimEnd().split("\n").length).toBeLessThanOrEqual(40);
});

Object.assign(globalThis, { [place]: { fake: bank.fake(), settings } });
let suiteLength = 0;
describe("the README's adapter passes the README's suite", async () => {
  await import(pathToFileURL(join(folder, "suite.js")).href);
  suiteLength += 1;
});

test("the suite of the README was loaded", () => {
  expect(suiteLength).toBe(1);
});

test("the adapter of the README takes a payment from initialize to settled, by callback and by polling", async () => {
  const fixture = await openBankService({ bank, options: { openBanking: { test: exampleBank(settings) } } });
  const called = await fixture.openDirect({ orderId: "callback" });
  const paid = { type: "provider.success", amountCents: 1999, currency: "EUR" } as const;
  bank.setEvents(called.session.sessionId, paid);
  expect((await bank.callBack(called.session.sessionId, paid)).status).toBe(200);
  expect(await fixture.state(called.paymentId)).toBe("settled");
  const polled = await fixture.openDirect({ orderId: "clock" });
  bank.setEvents(polled.session.sessionId, paid);
  await fixture.passTime(10_000);
  expect(await fixture.state(polled.paymentId)).toBe("settled");
});
