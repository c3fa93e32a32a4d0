// Tests that paths and queries are written as openapi-fetch writes them, for every kind of parameter of the API description.
import fc from "fast-check";
import { createFinalURL, createQuerySerializer, defaultPathSerializer } from "openapi-fetch";
import { expect, test } from "vitest";
import { buildRequest } from "../src/transport/build-request.js";

const baseUrl = "https://pay.example.com/prefix";
const value = fc.oneof(fc.string({ unit: "grapheme", minLength: 1 }), fc.integer(), fc.boolean());

test("paths and queries equal those of openapi-fetch", () => {
  const query = fc.dictionary(
    fc.constantFrom("limit", "cursor", "orderId"),
    fc.oneof(value, fc.array(value, { minLength: 1 }), fc.constantFrom(undefined, null)),
  );
  fc.assert(
    fc.property(value, query, (paymentId, queryValues) => {
      const path = "/payments/{paymentId}/status";
      const params = { path: { paymentId }, query: queryValues };
      const { url } = buildRequest(baseUrl, { method: "GET", path, params, body: undefined, headers: new Headers() });
      const pathSerializer = defaultPathSerializer;
      const querySerializer = createQuerySerializer();
      expect(url).toBe(createFinalURL(path, { baseUrl, params, querySerializer, pathSerializer }));
    }),
  );
});
