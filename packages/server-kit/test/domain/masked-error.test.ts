// Which part of an error's text is logged.
import { Writable } from "node:stream";
import { pino } from "pino";
import { expect, test } from "vitest";
import { maskError, maskText } from "../../src/domain/masked-error.js";
import { guardLogger } from "../../src/outbound/guarded-adapters.js";

test.each([
  ["550 5.1.1 <jane.doe@example.com>: Recipient rejected", "550 5.1.1 <[e-mail]>: Recipient rejected"],
  ["payer Jane Doe-Smith is blocked", "payer [words] is blocked"],
  ["account DE89 3704 0044 0532 0130 00 unknown", "account [account] unknown"],
  ["account de89370400440532013000 unknown", "account [account] unknown"],
  ["call +49 (30) 1234567 first", "call [number] first"],
  ["key ps_test_Zk3v9QpL0aB7xY2mN4cD8eF1 refused", "key [token] refused"],
  ["GET https://user:pass@bank.example/pay/abc?iban=1 failed", "GET https://bank.example/… failed"],
  ['name "jane of the shop" refused', "name [text] refused"],
  ["Cannot read properties of undefined (reading 'iban')", "Cannot read properties of undefined (reading 'iban')"],
  ["connect ECONNREFUSED 127.0.0.1:25", "connect ECONNREFUSED 127.0.0.1:25"],
  ["502 Bad Gateway", "502 Bad Gateway"],
])("O26: the error text %j is logged as %j", (text, masked) => {
  expect(maskText(text)).toBe(masked);
});

test("O26: an error's text, fields and causes reach a logger bounded and masked, with pino's own serializer", () => {
  const lines: string[] = [];
  const stream = new Writable({
    write(chunk, _, done) {
      lines.push(String(chunk));
      done();
    },
  });
  const logger = guardLogger(pino(stream), () => undefined);
  const cause = Object.assign(new Error("no jane@example.com"), { code: "EENVELOPE", response: "jane@example.com" });
  const error = Object.assign(new Error(`${"x ".repeat(50_000)}jane@example.com`, { cause }), {
    code: "E1",
    body: { iban: "DE89370400440532013000" },
  });
  logger.warn({ err: error }, "mail not sent");
  const [line = ""] = lines;
  expect(JSON.parse(line)).toMatchObject({ err: { type: "Error", code: "E1" }, msg: "mail not sent" });
  expect(line).toContain("[e-mail]");
  for (const absent of ["jane", "DE89"]) expect([absent, line.includes(absent)]).toEqual([absent, false]);
  expect(line.length).toBeLessThan(8000);
});

test("O26: a thrown value that is not an error is masked too", () => {
  expect(maskError("no jane@example.com")).toEqual(expect.objectContaining({ name: "Error", message: "no [e-mail]" }));
  expect(maskError(undefined).message).toBe("");
  expect(String(maskError(new TypeError("no jane@example.com")))).toBe("TypeError: no [e-mail]");
  expect(maskError({ message: { iban: 1 }, name: "Jane Doe" })).toMatchObject({ name: "Error", message: "" });
});
