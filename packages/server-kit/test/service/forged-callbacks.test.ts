// Tests that forged requests to the callback address do not fill the log (O26).
import { expect, onTestFinished, test } from "vitest";
import { createPaymentService } from "../../src/index.js";
import { urlOf } from "../listen.js";
import { freshStorage } from "../storages.js";

test("O26: 300 forged callbacks are 300 short request lines and one masked warning", async () => {
  const logged: { level: string; line: string }[] = [];
  const at = (level: string) => (fields: object, text: string) =>
    void logged.push({
      level,
      line: `${text} ${JSON.stringify(fields, (_key, value) => (value instanceof Error ? { ...value, name: value.name, message: value.message, stack: value.stack } : value))}`,
    });
  const service = createPaymentService({
    baseUrl: "http://127.0.0.1",
    storage: freshStorage(),
    rateLimits: false,
    logger: { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") },
    openBanking: {
      test: {
        code: "bank",
        createSession: async () => ({ sessionId: "s", redirectUrl: "https://bank.example" }),
        fetchOutcome: async () => undefined,
        readCallback: async ({ body }) => {
          throw new Error(`not signed: ${Buffer.from(body).toString()}`);
        },
      },
    },
  });
  onTestFinished(() => service.stop());
  const address = `${urlOf(await service.listen(0))}/providers/bank/callback`;
  const body = `DE89370400440532013000 ann@example.com ${"x".repeat(60_000)}`;
  for (let number = 0; number < 300; number += 1) {
    const headers = { "content-type": "text/plain" };
    const response = await fetch(address, { method: "POST", headers, body });
    expect([number, response.status]).toEqual([number, 401]);
    await response.arrayBuffer();
  }
  const requests = logged.filter(({ line }) => line.startsWith("request "));
  expect(requests).toHaveLength(300);
  expect(logged.filter(({ level }) => level === "warn" || level === "error")).toHaveLength(1);
  const all = logged.map(({ line }) => line).join("\n");
  expect(all.length / 300).toBeLessThan(1000);
  expect(all).not.toMatch(/DE8937|ann@example/);
});
