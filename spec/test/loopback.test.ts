// Tests that the SDK and the service agree about which addresses http: may be used for; each has its own copy of the rule.
import { expect, test } from "vitest";
import { PaymentSessions } from "../../packages/sdk/src/index.js";
import { isLoopback } from "../../packages/server-kit/src/domain/loopback.js";

const acceptedByTheClient = (host: string): boolean => {
  try {
    return new PaymentSessions({ apiKey: null, baseUrl: `http://${host}:8080` }) !== undefined;
  } catch {
    return false;
  }
};

test.each([
  ["localhost", true],
  ["shop.localhost", true],
  ["pay.shop.localhost", true],
  ["SHOP.LOCALHOST", true],
  ["127.0.0.1", true],
  ["127.255.0.9", true],
  ["[::1]", true],
  ["localhost.example.com", false],
  ["notlocalhost", false],
  [".localhost", false],
  ["shop..localhost", false],
  ["127.0.0.1.example.com", false],
  ["128.0.0.1", false],
  ["[::2]", false],
  ["0.0.0.0", false],
  ["shop.local", false],
])("http to %s is allowed by the SDK and by the service: %s", (host, isAllowed) => {
  expect([isLoopback(host), acceptedByTheClient(host)]).toEqual([isAllowed, isAllowed]);
});
