// Claims about the routes for operators and clients: health, version, the document (spec/rules.md#health-and-version).
import { expect, test } from "vitest";
import type { Suite } from "./suite.js";

export function claimService(suite: Suite): void {
  test("is healthy, ready and alive, without any credential", async () => {
    const { client, target } = suite;
    const now = new Date(target.clock.now()).toISOString();
    expect(await client.fields("/health")).toMatchObject({
      status: "healthy",
      timestamp: now,
      services: {
        database: "up",
        application: "up",
        environment: "contract-suite",
        background: expect.stringMatching(/^(running|on_demand|not_started)$/),
      },
      uptime: expect.any(Number),
    });
    expect(await client.fields("/ready")).toEqual({ status: "ready", timestamp: now });
    expect(await client.fields("/live")).toEqual({ status: "live", timestamp: now });
  });

  test("health checks respond whatever Accept says", async () => {
    const { client } = suite;
    for (const path of ["/health", "/ready", "/live"]) {
      expect((await client.call(path, { headers: { Accept: "text/plain" } })).status).toBe(200);
    }
  });

  test("returns its version, contract, build and deployment, and no host, path or dependency", async () => {
    const { client, target } = suite;
    const { body, text } = await client.call("/version");
    expect(body).toMatchObject({
      contract: { guide: "v1.0 beta", export: "v1", reference: "0.1.0-beta.1" },
      build: { commit: "0000000", date: "2026-05-01T12:00:00.000Z" },
      deployment: { environment: "contract-suite" },
      // No target has a bank for live payments.
      compliance: { openBankingProvider: null, scaDelegated: true, cardDataHandled: false },
    });
    // The contract client has checked the body against its schema.
    const { version, major, minor, patch, prerelease } = body as Record<string, unknown>;
    expect(version).toBe(`${major}.${minor}.${patch}${prerelease === null ? "" : `-${prerelease}`}`);
    expect(text).not.toContain(new URL(target.url).port);
    expect(text).not.toMatch(/koa|sqlite|node|\//i);
  });

  test.each([
    ["0.1.0", undefined, "current", true],
    ["0.1.0", "v1", "current", true],
    ["0.1.0+build.5", "v1", "current", true],
    ["0.0.9", "v1", "unsupported", false],
    ["0.1.0-beta.1", "v1", "unsupported", false],
    ["0.1.1", "v1", "ahead", true],
    ["1.0.0", "v1", "ahead", false],
    ["0.1.0", "v2", "unsupported", false],
  ])(
    "a client of version %s for contract %s is %s, compatible: %s",
    async (clientVersion, contract, status, compatible) => {
      const { client } = suite;
      const json = { client: "@payment-sessions/sdk", clientVersion, ...(contract && { contract }) };
      expect(await client.fields("/version/check", { json })).toMatchObject({ status, compatible });
    },
  );

  test("lists every deprecated feature with its dates and replacement", async () => {
    const { client } = suite;
    const body = await client.fields("/version/check", { json: { client: "x", clientVersion: "0.1.0" } });
    // The contract client has checked the body against its schema.
    const deprecations = body.deprecations as Record<string, unknown>[];
    expect(deprecations.map(({ id }) => id)).toEqual(
      expect.arrayContaining(["request.shopId", "key.legacy", "response.sessionUrl"]),
    );
    for (const { since, sunset, replacement } of deprecations) {
      expect(Date.parse(String(since))).toBeLessThan(Date.parse(String(sunset)));
      expect(replacement).toBeTruthy();
    }
  });

  test.each([
    {},
    { client: "x" },
    { client: "x", clientVersion: "1" },
    { client: "x", clientVersion: "01.2.3" },
    { client: "x", clientVersion: "1.2.3\n" },
    { client: "", clientVersion: "1.2.3" },
    { client: "x", clientVersion: "1.2.3", extra: true },
  ])("/version/check refuses %j", async (json) => {
    const { client } = suite;
    expect((await client.call("/version/check", { json })).status).toBe(400);
  });

  test("/version/check refuses a body that is not JSON", async () => {
    const { client } = suite;
    const { body } = await client.call("/version/check", { body: "{" });
    expect(body).toMatchObject({ code: "INVALID_JSON" });
  });

  test("serves its API description with its own address", async () => {
    const { client, target } = suite;
    const body = await client.fields("/openapi.json");
    expect(body).toMatchObject({ openapi: expect.stringMatching(/^3\.1\./), servers: [{ url: target.publicUrl }] });
    // An OpenAPI document has `paths`, an object.
    expect(Object.keys(body.paths as object)).toContain("/payments/initialize");
  });
}
