// Which address a call is counted for.
import type { IncomingMessage } from "node:http";
import { expect, test } from "vitest";
import { clientAddress } from "../../src/http/client-address.js";

// Only these two are read.
const callFrom = (remoteAddress: string, forwarded?: string) =>
  ({
    socket: { remoteAddress },
    headers: forwarded === undefined ? {} : { "x-forwarded-for": forwarded },
  }) as unknown as IncomingMessage;

test.each([
  ["203.0.113.8", "203.0.113.8"],
  ["203.0.113.8:51234", "203.0.113.8"],
  ["[2001:db8::5]:443", "2001:db8:0:0::/64"],
  ["[2001:db8::5]", "2001:db8:0:0::/64"],
  ['"[2001:db8::5]:443"', "2001:db8:0:0::/64"],
  ["2001:db8::5", "2001:db8:0:0::/64"],
  ["2001:db8:0:0:ffff::9", "2001:db8:0:0::/64"],
  ["::ffff:203.0.113.8", "203.0.113.8"],
  ["198.51.100.1, 203.0.113.8:4711", "203.0.113.8"],
  ["203.0.113.8, unknown", "10.0.0.1"],
  ["203.0.113.8:99999999", "10.0.0.1"],
])("O18: X-Forwarded-For %j behind one proxy counts as %s", (forwarded, address) => {
  expect(clientAddress(callFrom("10.0.0.1", forwarded), 1)).toBe(address);
});

test("O18: without a trusted proxy the header is ignored", () => {
  expect(clientAddress(callFrom("10.0.0.1", "203.0.113.8"), 0)).toBe("10.0.0.1");
});
