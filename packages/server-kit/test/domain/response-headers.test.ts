// Headers of a response as they are kept.
import { expect, test } from "vitest";
import { keptResponseHeaders, readResponseHeaders } from "../../src/domain/response-headers.js";

test("headers are stored one by one in their order, and read back", () => {
  const kept = keptResponseHeaders({ "content-type": "text/html", server: "nginx", vary: ["a", "b"], none: undefined });
  expect(kept).toBe("content-type: text/html\nserver: nginx\nvary: a\nvary: b");
  expect(readResponseHeaders(kept)).toEqual([
    ["content-type", "text/html"],
    ["server", "nginx"],
    ["vary", "a"],
    ["vary", "b"],
  ]);
  expect(keptResponseHeaders({})).toBeUndefined();
  expect(readResponseHeaders(undefined)).toEqual([]);
});

test.each([
  ["set-cookie", "sid=hidden-value; Path=/"],
  ["X-Api-Key", "hidden-value"],
  ["www-authenticate", "Bearer hidden-value"],
  ["x-session-id", "hidden-value"],
  ["location", "https://shop.example/login?token=hidden-value"],
  ["location", "/login?token=hidden-value"],
  ["link", '<https://shop.example/?key=hidden-value>; rel="next"'],
])("a secret in %s is not stored", (name, value) => {
  const kept = keptResponseHeaders({ [name]: value });
  expect(kept).not.toContain("hidden-value");
  expect(kept).toContain("••••••••");
});

test("control characters, long values and many headers are cut down", () => {
  expect(keptResponseHeaders({ a: "x\ny\u0000z" })).toBe("a: x y z");
  expect(keptResponseHeaders({ a: "v".repeat(5000) })).toHaveLength(203);
  const many = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`x-${index}`, "v".repeat(300)]));
  expect(keptResponseHeaders(many)?.length).toBeLessThanOrEqual(2048);
});
