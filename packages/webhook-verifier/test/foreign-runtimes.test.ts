// Tests the verifier where globals are missing, throw, or belong to another realm. The bundle runs in
// separate contexts with the globals of such a runtime; scripts/consumers tests the runtimes themselves.
import { createRequire } from "node:module";
import { createContext, runInContext } from "node:vm";
import * as verifier from "@payment-sessions/webhook-verifier";
import * as express from "@payment-sessions/webhook-verifier/express";
import * as sync from "@payment-sessions/webhook-verifier/node";
import { createEvent, signWebhook } from "@payment-sessions/webhook-verifier/testing";
import { describe, expect, test } from "vitest";
import { SECRET, serve } from "./receivers.js";

const fromHere = createRequire(import.meta.url);
// The bundler that tsup depends on; it is not a dependency of this package.
const { buildSync } = createRequire(fromHere.resolve("tsup"))("esbuild") as {
  buildSync(options: object): { outputFiles: { text: string }[] };
};
const root = new URL("..", import.meta.url).pathname;

function bundle(...entries: string[]): string {
  const contents = entries.map((entry) => `export * from ${JSON.stringify(`./src/${entry}`)};`).join("\n");
  const { outputFiles } = buildSync({
    stdin: { contents, resolveDir: root },
    bundle: true,
    write: false,
    format: "iife",
    globalName: "verifier",
    platform: "neutral",
    target: "es2022",
  });
  return outputFiles[0]?.text ?? "";
}

const code = bundle("index.ts", "entries/testing.ts", "entries/fetch.ts");

type Entries = typeof verifier & typeof import("@payment-sessions/webhook-verifier/testing");

/** The package in a realm that has only the language's own globals and `globals`. */
function inRealm(globals: object): Entries {
  // The bundle exports what the entries do.
  return runInContext(`${code}\nverifier`, createContext({ ...globals })) as Entries;
}

const web = { crypto: globalThis.crypto, TextEncoder, TextDecoder };
const throws = () => {
  throw new Error("A Node.js API is used (process.getBuiltinModule) which is not supported in the Edge Runtime.");
};
const runtimes = {
  "an edge runtime whose process.getBuiltinModule throws": { ...web, process: { getBuiltinModule: throws } },
  "an edge runtime whose process throws when it is read": Object.defineProperty({ ...web }, "process", {
    get: throws,
    enumerable: false,
  }),
  "an edge runtime whose node:crypto is a stub that throws": {
    ...web,
    process: { getBuiltinModule: () => ({ createHmac: throws }) },
  },
  "a runtime without process": web,
  "jsdom, which has neither text classes nor subtle": { process, crypto: { getRandomValues: () => undefined } },
  "Node as it is": { ...web, process },
};

describe.each(Object.entries(runtimes))("C1: %s", (_name, globals) => {
  test("signs and verifies", async () => {
    const realm = inRealm(globals);
    const delivery = await realm.signWebhook({ body: realm.createEvent({ order_id: "1001" }), secret: SECRET });
    expect(await realm.verifyWebhook({ ...delivery, secret: SECRET })).toMatchObject({ order_id: "1001" });
    expect(await realm.verifySignature("{}", delivery.signature, SECRET)).toBe(false);
    // The signature is of this realm's bytes, not of an empty or a re-encoded body.
    expect(await verifier.verifySignature(new Uint8Array(delivery.body), delivery.signature, SECRET)).toBe(true);
  });
});

const other = createContext({});
const foreign = (text: string) => {
  // A typed array literal of the other realm.
  const array = runInContext(`new Uint8Array(${JSON.stringify([...Buffer.from(text)])})`, other) as Uint8Array;
  expect(array instanceof Uint8Array).toBe(false);
  return array;
};
const text = JSON.stringify(createEvent({ order_id: "1001" }));
const forms = {
  "a Uint8Array": foreign(text),
  "an ArrayBuffer": foreign(text).buffer,
  "a window on a larger buffer": foreign(`xx${text}`).subarray(2),
  "a DataView": new DataView(foreign(text).buffer),
};

test.each(Object.entries(forms))(
  "C6: bytes of another realm: %s is signed and verified as the bytes it is",
  async (_form, body) => {
    const delivery = await signWebhook({ body, secret: SECRET });
    expect(Buffer.from(delivery.body).toString()).toBe(text);
    // Bytes of another realm are bytes, but not an instance of this realm's types.
    expect(await verifier.verifySignature(body as never, delivery.signature, SECRET)).toBe(true);
    expect(sync.verifySignatureSync(body as never, delivery.signature, SECRET)).toBe(true);
  },
);

test("C6: bytes of another realm: a secret is the same in bytes of either realm", async () => {
  const { signature } = await signWebhook({ body: text, secret: SECRET });
  expect(await verifier.verifySignature(text, signature, foreign(SECRET))).toBe(true);
  expect((await signWebhook({ body: text, secret: foreign(SECRET) })).signature).toBe(signature);
});

test("C6: bytes of another realm: a stream may yield them, and nothing else", async () => {
  const { signature } = await signWebhook({ body: text, secret: SECRET });
  const pieces = async function* (...chunks: unknown[]) {
    // Wrong on purpose in one case, bytes of another realm in the other.
    for (const chunk of chunks) yield chunk as Uint8Array;
  };
  const halves = [foreign(text.slice(0, 9)), foreign(text.slice(9))];
  expect(await verifier.verifySignature(pieces(...halves), signature, SECRET)).toBe(true);
  await expect(verifier.verifySignature(pieces({ length: 1 }), signature, SECRET)).rejects.toMatchObject({
    code: "body_already_parsed",
  });
});

test("C6: bytes of another realm: an object that calls itself an ArrayBuffer is not taken for one", async () => {
  const posing = { [Symbol.toStringTag]: "ArrayBuffer", byteLength: 0 };
  // Wrong on purpose.
  await expect(verifier.verifySignature(posing as never, "", SECRET)).rejects.toMatchObject({
    code: "body_already_parsed",
  });
});

test("C6: bytes of another realm: a Buffer that a body parser of another realm has kept is verified", async () => {
  const { headers, body } = await signWebhook({ body: text, secret: SECRET });
  const receive = express.receiveWebhooks({ secret: SECRET, onEvent: () => undefined });
  const receiver = await serve((request, response) => {
    request.resume().on("end", () => {
      Object.assign(request, { body: foreign(text) });
      void receive(request, response);
    });
  });
  expect(await receiver.send({ headers, body })).toMatchObject({ status: 200 });
  await receiver.close();
});

const given: [string, () => unknown, RegExp][] = [
  ["a Request", () => new Request("http://shop.test", { method: "POST", body: "{}" }), /arrayBuffer\(\)/],
  ["a promise", () => Promise.resolve("{}"), /a promise; await it/],
  ["a promise of another realm", () => runInContext('Promise.resolve("{}")', createContext({})), /a promise; await it/],
];

test.each(given)(
  "C19: arguments of the wrong type: %s is refused with what came and what to pass",
  async (_name, make, message) => {
    const refused = { code: "wrong_argument", message: expect.stringMatching(message) };
    // Wrong on purpose.
    await expect(verifier.verifySignature(make() as never, "", SECRET)).rejects.toMatchObject(refused);
    expect(() => sync.verifySignatureSync(make() as never, "", SECRET)).toThrow(message);
  },
);

test("C19: arguments of the wrong type: headers that were not awaited are not treated as missing", async () => {
  // Wrong on purpose.
  const headers = Promise.resolve(new Headers()) as never;
  await expect(verifier.verifyWebhook({ body: "{}", headers, secret: SECRET })).rejects.toMatchObject({
    code: "wrong_argument",
    message: expect.stringContaining("headers is a promise; await it"),
  });
});

test("C19: arguments of the wrong type: a secret that was not awaited is named", async () => {
  // Wrong on purpose.
  await expect(verifier.verifySignature("{}", "", Promise.resolve(SECRET) as never)).rejects.toThrow(
    "a promise; await it",
  );
});
