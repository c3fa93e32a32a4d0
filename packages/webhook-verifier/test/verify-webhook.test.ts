// Tests the contents of a verified event, and the errors for everything else (spec/rules.md#events).
import { createHmac } from "node:crypto";
import {
  answerChallenge,
  isWebhookVerificationError,
  verifySignature,
  verifyWebhook,
  type WebhookEvent,
} from "@payment-sessions/webhook-verifier";
import { verifySignatureSync, verifyWebhookSync } from "@payment-sessions/webhook-verifier/node";
import { createEvent, signWebhook } from "@payment-sessions/webhook-verifier/testing";
import fc from "fast-check";
import { expect, expectTypeOf, test } from "vitest";

const secret = "whs_test_7f3c9a51d2e84b06a1c5";
const sign = (body: string | Uint8Array, key: string | Uint8Array = secret) =>
  `sha256=${createHmac("sha256", key).update(body).digest("hex")}`;
const verify = (body: string | object, headers: Record<string, string> = {}) => {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return verifyWebhook({ body: text, headers: { "x-service-signature": sign(text), ...headers }, secret });
};

test("a verified event narrows by its name", async () => {
  const event: WebhookEvent = await verify(createEvent({ status: "refunded_later" }));
  if (event.event === "transaction.status_changed") {
    expectTypeOf(event.order_id).toBeString();
    expectTypeOf(event.amount).toBeNumber();
    expect(event.status).toBe("refunded_later");
  } else if (event.event === "service.webhook_verification") {
    expectTypeOf(event.challenge).toBeString();
    expect.unreachable();
  } else {
    expectTypeOf(event.body).toBeUnknown();
    const name: string | undefined = event.event;
    expect.unreachable(name);
  }
});

test("a verified event keeps an unknown event as it is", async () => {
  const body = { event: "refund.created", amount: "12.50" };
  expect(await verify(body)).toEqual({
    event: "refund.created",
    deliveryId: undefined,
    attempt: undefined,
    secretIndex: 0,
    body,
  });
});

test("a verified event takes its id from the headers, never its content", async () => {
  const event = await verify(createEvent({ status: "failed" }), {
    "X-Service-Event": "transaction.status_changed",
    "X-Service-Delivery": "9B1DEB4D-3B7D-4BAD-9BDD-2B0D7B3DCB6D",
    "X-Service-Attempt": "12",
  });
  expect(event).toMatchObject({ status: "failed", deliveryId: "9b1deb4d-3b7d-4bad-9bdd-2b0d7b3dcb6d", attempt: 12 });
});

test("a verified event has no attempt when the header is not a number", async () => {
  for (const attempt of ["0", "-1", "x", "", "NaN"])
    expect((await verify({}, { "X-Service-Attempt": attempt })).attempt).toBeUndefined();
});

test("a verified event is not disturbed by hostile keys", async () => {
  const event = await verify('{"event":"transaction.status_changed","__proto__":{"admin":true},"secretIndex":7}');
  expect(event.secretIndex).toBe(0);
  // The field is declared only to be read; it must be undefined.
  expect((event as { admin?: unknown }).admin).toBeUndefined();
  expect(({} as { admin?: unknown }).admin).toBeUndefined();
});

test("an invisible character in a pasted secret is named", async () => {
  for (const pasted of [`${secret}\u200b`, `\u2060${secret}`, `${secret.slice(0, 9)}\u00ad${secret.slice(9)}`])
    await expect(verifySignature("{}", sign("{}"), pasted)).rejects.toThrow(
      "secret_invalid: contains an invisible character",
    );
  const bytes = new TextEncoder().encode(`${secret}\u200b`);
  expect(await verifySignature("{}", sign("{}", bytes), bytes)).toBe(true);
});

test("a signature that is repeated with hex digits of the other case counts once", async () => {
  const signature = sign("{}");
  const capitals = `sha256=${signature.slice(7).toUpperCase()}`;
  expect(await verifySignature("{}", [signature, capitals], secret)).toBe(true);
  expect(await verifySignature("{}", [signature, "sha256=x"], secret)).toBe(false);
  const headers = { "X-Service-Signature": [signature, capitals] };
  expect(await verifyWebhook({ body: "{}", headers, secret })).toMatchObject({ secretIndex: 0 });
});

const rows: [string, string | object, Record<string, string>, string][] = [
  ["an event header that contradicts the body", createEvent(), { "X-Service-Event": "x" }, "event_mismatch"],
  ["an amount that is no integer", { ...createEvent(), amount: 19.99 }, {}, "event_invalid"],
  ["an amount in words", { ...createEvent(), amount: "1999" }, {}, "event_invalid"],
  ["an amount that is null", { ...createEvent(), amount: null }, {}, "event_invalid"],
  ["a status that is no text", { ...createEvent(), status: 1 }, {}, "event_invalid"],
  ["a body that is not JSON", "{", {}, "body_not_json"],
  ["a header that came twice", createEvent(), { "X-SERVICE-SIGNATURE": "sha256=00" }, "headers_conflict"],
  ["a delivery id that is none", createEvent(), { "X-Service-Delivery": "1" }, "delivery_id_malformed"],
];
test.each(rows)("a refusal of %s has a stable code", async (_title, body, headers, code) => {
  const error = await verify(body, headers).catch((thrown: unknown) => thrown);
  expect(isWebhookVerificationError(error)).toBe(true);
  expect(error).toMatchObject({ code });
});

test("an invalid event's error says which field or header is wrong", async () => {
  const wrong = (field: object) => verify({ ...createEvent(), ...field }, {});
  await expect(wrong({ amount: "1999" })).rejects.toThrow("event_invalid: amount has the wrong type");
  await expect(wrong({ status: 1 })).rejects.toThrow("event_invalid: status has the wrong type");
  await expect(verify(createEvent(), { "X-Service-Event": "x" })).rejects.toThrow("event_mismatch: the header says x");
});

test("an error never contains a secret", async () => {
  for (const wrong of [`${secret} `, ["", secret], [secret, `\n${secret}`]])
    await expect(verifySignature("", "", wrong)).rejects.not.toThrow(secret);
});

test("headers that are not a collection count as a missing signature", async () => {
  // Wrong on purpose.
  for (const headers of [undefined, null, "x", 7])
    await expect(verifyWebhook({ body: "", headers: headers as never, secret })).rejects.toMatchObject({
      code: "signature_missing",
    });
});

test("accepts header names with another prefix", async () => {
  const delivery = await signWebhook({ body: createEvent(), secret, headerPrefix: "X-Shop-" });
  expect(delivery.headers["X-Shop-Signature"]).toBe(delivery.signature);
  expect((await verifyWebhook({ ...delivery, secret, headerPrefix: "x-shop-" })).deliveryId).toBeDefined();
});

test("reads a body that is overwritten after this tick", async () => {
  const body = new TextEncoder().encode('{"event":"x"}');
  const pending = verifyWebhook({ body, headers: { "x-service-signature": sign(body) }, secret });
  body.fill(0); // as a server that reuses its buffers does
  expect((await pending).event).toBe("x");
});

test("accepts exactly what was signed, for any body, secret and rotation", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uint8Array({ maxLength: 300 }),
      fc.array(fc.uint8Array({ minLength: 1, maxLength: 80 }), { minLength: 1, maxLength: 3 }),
      fc.nat(),
      async (body, secrets, pick) => {
        const key = secrets[pick % secrets.length] ?? new Uint8Array(1);
        const header = sign(body, key);
        expect(await verifySignature(body, header, secrets)).toBe(true);
        expect(verifySignatureSync(body, header, secrets)).toBe(true);
        const other = secrets.filter((each) => sign(body, each) !== header);
        if (other.length > 0) expect(await verifySignature(body, header, other)).toBe(false);
      },
    ),
  );
});

test("returns true or false for any header, and true only for the signature", async () => {
  const good = sign("{}");
  await fc.assert(
    fc.asyncProperty(fc.oneof(fc.string({ unit: "binary" }), fc.array(fc.string()), fc.anything()), async (header) => {
      fc.pre(header !== good);
      // Wrong on purpose in most runs.
      expect(await verifySignature("{}", header as string, secret)).toBe(false);
    }),
  );
});

test("a challenge is echoed as JSON when the signature is valid", async () => {
  const delivery = await signWebhook({
    body: createEvent({ event: "service.webhook_verification", challenge: "c_1" }),
    secret,
  });
  expect(delivery.headers["X-Service-Verification-Challenge"]).toBe("c_1");
  const response = await answerChallenge({ ...delivery, secret });
  expect(response?.status).toBe(200);
  expect(response?.headers["x-content-type-options"]).toBe("nosniff");
  expect(JSON.parse(response?.body ?? "")).toEqual({ challenge: "c_1", signatureValid: true });
  await expect(answerChallenge({ ...delivery, secret: "another" })).rejects.toMatchObject({
    code: "signature_mismatch",
  });
});

test("a challenge cannot inject markup", async () => {
  const body = createEvent({ event: "service.webhook_verification", challenge: "<script>alert(1)</script>" });
  const response = await answerChallenge({ ...(await signWebhook({ body, secret })), secret });
  expect(response?.body).not.toContain("<");
  expect(JSON.parse(response?.body ?? "").challenge).toBe(body.challenge);
});

test("another event is not treated as a challenge", async () => {
  expect(await answerChallenge({ ...(await signWebhook({ body: createEvent(), secret })), secret })).toBeUndefined();
});

test("the sync and async functions return the same", async () => {
  const delivery = await signWebhook({ body: createEvent(), secret });
  expect(verifyWebhookSync({ ...delivery, secret })).toEqual(await verifyWebhook({ ...delivery, secret }));
});

test.each([
  ["a promise", Promise.resolve({ event: "x" })],
  ["a Map", new Map()],
  ["a Blob", new Blob(["{}"])],
  ["a Request", new Request("http://shop.test/", { method: "POST", body: "{}" })],
  ["undefined", undefined],
])("signWebhook refuses %s instead of signing {}", async (_, body) => {
  await expect(signWebhook({ body: body as never, secret })).rejects.toMatchObject({ code: "wrong_argument" });
});
