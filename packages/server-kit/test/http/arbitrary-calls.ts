// Random calls made from the contract's own schemas: mostly almost valid, since arbitrary input is refused by the schema and proves little.
import fc from "fast-check";
import { contract, type JsonSchema, type OperationContract } from "../../src/http/generated/contract.js";

export interface ArbitraryCall {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | undefined;
}

/** What exists in the service under test, so that calls reach beyond the look-ups. */
export interface KnownValues {
  keys: string[];
  merchantIds: string[];
  paymentIds: string[];
  orderIds: string[];
  orderKeys: string[];
}

/** A stream stays open, so such a call would not end. */
const operations = Object.values(contract).filter(
  (operation: OperationContract) => operation.responses["200"]?.mediaType === undefined,
) as readonly OperationContract[];

export function arbitraryCall(known: KnownValues): fc.Arbitrary<ArbitraryCall> {
  const headers = arbitraryHeaders(known);
  const anyMethod = fc.constantFrom("GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS");
  return fc.oneof(
    ...operations.map((operation) =>
      fc.record({
        method: usually(fc.constant(operation.method as string), anyMethod),
        path: arbitraryPath(operation, known),
        headers,
        body:
          operation.requestBody === undefined ? fc.constant(undefined) : arbitraryBody(operation.requestBody, known),
      }),
    ),
  );
}

function arbitraryPath(operation: OperationContract, known: KnownValues): fc.Arbitrary<string> {
  const segment = fc.oneof(
    fc.string({ unit: "grapheme", minLength: 1, maxLength: 30 }).map(encodeSafely),
    fc.constantFrom("%00", "%zz", "..", "%2e%2e", "a%2Fb", "%F0%9F", "0", "-", "null"),
  );
  const filled = operation.path
    .split("/")
    .slice(1)
    .map((part) => {
      if (!part.startsWith("{")) return fc.constant(part);
      const own = part === "{order_key}" ? known.orderKeys : known.paymentIds;
      return usually(fc.constantFrom(...own), segment);
    });
  const path = fc.tuple(...filled).map((parts) => `/${parts.join("/")}`);
  const damaged = fc.tuple(path, segment).map(([whole, extra]) => `${whole}/${extra}`);
  return fc
    .tuple(usually(path, damaged), arbitraryQuery(operation, known), fc.boolean())
    .map(([whole, query, hasSlash]) => `${whole}${hasSlash ? "/" : ""}${query}`);
}

function arbitraryQuery({ query }: OperationContract, known: KnownValues): fc.Arbitrary<string> {
  const names = Object.keys((query?.properties as object | undefined) ?? {});
  const value = fc.oneof(
    fc.constantFrom(...known.orderIds, ...known.merchantIds).map(encodeURIComponent),
    fc.constantFrom("1", "100", "101", "-1", "1e1", "", "%00", "%zz", "a&a=b", "[]", "x[y]=z"),
    fc.string({ unit: "grapheme", maxLength: 40 }).map(encodeSafely),
  );
  const pair = fc.tuple(
    names.length === 0 ? fc.constant("x") : usually(fc.constantFrom(...names), fc.constantFrom("x", "__proto__", "")),
    value,
  );
  return fc
    .array(pair, { maxLength: 3 })
    .map((pairs) => (pairs.length === 0 ? "" : `?${pairs.map(([name, text]) => `${name}=${text}`).join("&")}`));
}

function arbitraryHeaders(known: KnownValues): fc.Arbitrary<Record<string, string>> {
  const visible = fc.stringMatching(/^[\x20-\x7e]{0,60}$/);

  return fc
    .record({
      Authorization: usually(
        fc.constantFrom(...known.keys).map((key) => `Bearer ${key}`),
        fc.oneof(
          visible,
          fc.constant(undefined),
          fc.constant("Bearer a.b.c"),
          visible.map((text) => `Bearer ${text}`),
        ),
      ),
      "Content-Type": usually(
        fc.constant("application/json"),
        fc.oneof(visible, fc.constantFrom("application/json; charset=utf-16", "text/plain")),
      ),
      Accept: optional(
        fc.oneof(visible, fc.constantFrom("*/*", "application/json", "text/html", "application/json;q=0")),
      ),
      "Content-Encoding": optional(fc.constantFrom("gzip", "identity", "br")),
      "Idempotency-Key": optional(fc.oneof(visible, fc.constantFrom("one", "two", "three"))),
      "X-Request-Id": optional(visible),
      "X-Forwarded-For": optional(fc.oneof(visible, fc.ipV4(), fc.ipV6())),
      Host: optional(fc.constantFrom("evil.example", "localhost")),
      Cookie: optional(visible),
    })
    .map((headers) =>
      Object.fromEntries(Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined)),
    );
}

function arbitraryBody(schema: JsonSchema, known: KnownValues): fc.Arbitrary<string | undefined> {
  const valid = arbitraryObject(schema, known);
  const key = fc.oneof(
    fc.constantFrom("__proto__", "constructor", "toString", "amount", ""),
    fc.string({ unit: "grapheme", maxLength: 12 }),
  );
  const altered = fc
    .tuple(
      valid,
      fc.array(fc.tuple(fc.oneof(fc.constantFrom(...propertyNames(schema)), key), fc.jsonValue()), { maxLength: 2 }),
    )
    .map(([object, changes]) => [...Object.entries(object).filter(([, value]) => value !== undefined), ...changes]);
  const asText = altered.map(
    (entries) => `{${entries.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join(",")}}`,
  );
  const cut = fc.tuple(asText, fc.nat()).map(([text, at]) => text.slice(0, at % (text.length + 1)));
  const number = fc
    .tuple(asText, fc.constantFrom("1e3", "-0", "1e400", "0.1", "9007199254740993", "00"))
    .map(([text, digits]) => text.replace(/:\d+/, `:${digits}`));
  const large = asText.map((text) => text.replace("}", `,"pad":"${"x".repeat(70_000)}"}`));
  return fc.oneof(
    { weight: 12, arbitrary: valid.map((object) => JSON.stringify(object)) },
    { weight: 6, arbitrary: asText },
    { weight: 2, arbitrary: cut },
    { weight: 2, arbitrary: number },
    { weight: 1, arbitrary: fc.json() },
    { weight: 1, arbitrary: fc.string({ unit: "binary" }) },
    { weight: 1, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: large },
  );
}

const propertyNames = (schema: JsonSchema): string[] => Object.keys((schema.properties as object | undefined) ?? {});

/** Objects that mostly fit: required fields always, the others sometimes; rules between fields are left to chance. */
function arbitraryObject(schema: JsonSchema, known: KnownValues): fc.Arbitrary<Record<string, unknown>> {
  // The contract writes properties as schemas.
  const properties = (schema.properties ?? {}) as Record<string, JsonSchema>;
  const required = new Set((schema.required as string[] | undefined) ?? []);
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, inner]) => {
      const value =
        name === "merchantId"
          ? usually(fc.constantFrom(...known.merchantIds), arbitraryValue(inner))
          : arbitraryValue(inner);
      const isUsual = required.has(name) || name === "merchantId";
      return [name, isUsual ? value : optional(value)];
    }),
  );
  const isDirect = fc.option(
    fc.constant({
      checkoutMode: "direct_provider",
      paymentMethod: "open_bank_transfer",
      customerCountry: "DE",
      amountCents: 1999,
    }),
    { nil: {}, freq: 3 },
  );
  return fc
    .tuple(fc.record(fields), isDirect)
    .map(([object, direct]) => ({ ...object, ...(propertyNames(schema).includes("checkoutMode") ? direct : {}) }));
}

function arbitraryValue(schema: JsonSchema): fc.Arbitrary<unknown> {
  const examples = (schema.examples as unknown[] | undefined) ?? [];
  const fitting: fc.Arbitrary<unknown>[] = examples.length > 0 ? [fc.constantFrom(...examples)] : [];
  if (Array.isArray(schema.enum)) fitting.push(fc.constantFrom(...(schema.enum as unknown[])));
  if (typeof schema.pattern === "string" && schema.pattern.length < 60 && !schema.pattern.includes("(?")) {
    fitting.push(
      fc.stringMatching(new RegExp(schema.pattern)).map((text) => text.slice(0, Number(schema.maxLength ?? 255))),
    );
  }
  if (schema.type === "integer")
    fitting.push(fc.integer({ min: 1, max: 3000 }), fc.constantFrom(1001, 1007, 1012, 99_999_999_999));
  if (schema.type === "boolean") fitting.push(fc.boolean());
  if (schema.type === "object")
    fitting.push(fc.dictionary(fc.string({ maxLength: 10 }), fc.jsonValue({ maxDepth: 3 }), { maxKeys: 4 }));
  const wild = fc.oneof(
    fc.jsonValue(),
    fc.string({ unit: "grapheme", maxLength: 300 }),
    fc.double(),
    fc.constantFrom(null, "", 0, -1),
  );
  return fitting.length === 0 ? wild : usually(fc.oneof(...fitting), wild);
}

/** Mostly the first, sometimes the second. */
function usually<Left, Right>(left: fc.Arbitrary<Left>, right: fc.Arbitrary<Right>): fc.Arbitrary<Left | Right> {
  return fc.oneof({ weight: 12, arbitrary: left }, { weight: 1, arbitrary: right });
}

/** Mostly undefined. */
function optional<Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> {
  return fc.oneof({ weight: 6, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value });
}

/** Lone surrogates have no percent encoding. */
function encodeSafely(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}
