// Tests that no secret leaves the client except in the Authorization header: errors and logs are searched for
// its value.
import { format, inspect } from "node:util";
import fc from "fast-check";
import { Agent } from "undici";
import { expect, test } from "vitest";
import { type Logger, PaymentSessions } from "../src/index.js";
import { apiKey, hostedSession, json, order, type Script, startFaultServer } from "./fault-server.js";

const traceSecret = "tok_9f8e7d6c5b4a39281706";
const iban = "DE89 3704 0044 0532 0130 00";

function recorder() {
  const lines: string[] = [];
  const write = (fields: object, message: string) => {
    lines.push(inspect([fields, message], { depth: 10, showHidden: true }), JSON.stringify([fields, message]));
  };
  const logger: Logger = { debug: write, info: write, warn: write, error: write };
  return { lines, logger };
}

const printed = (thing: unknown): string =>
  [
    inspect(thing, { depth: 20, showHidden: true, getters: true }),
    format("%s %o %j", thing, thing, thing),
    JSON.stringify(thing),
    String(thing),
    thing instanceof Error ? `${thing.stack} ${inspect(thing.cause, { depth: 9, showHidden: true })}` : "",
  ].join("\n");

/** Everything that a structured clone, a spread or a traversal of a value's reachable properties reveals. */
const copied = (thing: unknown): string => {
  const texts: string[] = [];
  try {
    texts.push(inspect(structuredClone(thing), { depth: 20, showHidden: true }));
  } catch (error) {
    texts.push(inspect(error, { depth: 20, showHidden: true }));
  }
  const seen = new Set<unknown>();
  const walk = (value: unknown): void => {
    if (typeof value === "string") texts.push(value);
    if ((typeof value !== "object" && typeof value !== "function") || value === null || seen.has(value)) return;
    seen.add(value);
    for (const key of Reflect.ownKeys(value)) {
      texts.push(String(key));
      walk(Object.getOwnPropertyDescriptor(value, key)?.value);
    }
  };
  walk(thing);
  return texts.join("\n");
};

const echoes: [string, Script][] = [
  [
    "an error that repeats the request's headers",
    (response, { headers }) => json(response, 400, { error: "bad", message: headers }),
  ],
  [
    "a code that is the key",
    (response, { headers }) => json(response, 400, { code: headers.authorization, error: apiKey }),
  ],
  [
    "a page with the key",
    (response) => response.writeHead(502, { "content-type": "text/html" }).end(`<p>${apiKey}</p>`),
  ],
  [
    "a page where the key is cut at the first kilobyte",
    (response) => response.writeHead(502).end(`${"x".repeat(1010)}${apiKey}`),
  ],
  ["a 200 that is not JSON", (response) => response.writeHead(200).end(`token ${apiKey} ${traceSecret} ${iban}`)],
  ["a request id that is the key", (response) => json(response, 404, {}, { "x-request-id": apiKey })],
  [
    "a redirect with the key",
    (response) => response.writeHead(302, { location: `https://x.example/?k=${apiKey}` }).end(),
  ],
  ["a broken connection", (response) => response.socket?.destroy()],
  [
    "a body that breaks off",
    (response) => {
      response.writeHead(200, { "content-length": "900" }).write(apiKey);
      setImmediate(() => response.socket?.destroy());
    },
  ],
  ["an account number repeated", (response, { body }) => json(response, 400, { error: "bad iban", message: body })],
];

test.each(echoes)("no secret shows in the error or the debug log after %s", async (_, script) => {
  const { lines, logger } = recorder();
  const server = await startFaultServer(script);
  const payments = new PaymentSessions({
    apiKey,
    baseUrl: server.url,
    logger,
    logLevel: "debug",
    maxRetries: 1,
    random: () => 0,
  });
  const result = await payments.sessions
    .initialize(
      { ...order, senderIban: iban, metadata: { note: apiKey } },
      { headers: { "x-gateway-token": traceSecret } },
    )
    .safe();
  expect(result.ok).toBe(false);
  const everything = [printed(result), printed(result.ok || result.error), ...lines].join("\n");
  for (const secret of [apiKey, encodeURIComponent(apiKey), traceSecret, iban, iban.replaceAll(" ", "")]) {
    expect(everything).not.toContain(secret);
  }
  expect(everything).not.toContain(apiKey.slice(0, 20));
  expect(lines.length).toBeGreaterThan(2);
});

test("a key in a header, in the query or in the body of a call is masked in the debug log", async () => {
  const { lines, logger } = recorder();
  const server = await startFaultServer((response) => json(response, 200, { ...hostedSession, deliveries: [] }));
  const payments = new PaymentSessions({ apiKey, baseUrl: server.url, logger, logLevel: "debug" });
  await payments.sessions.initialize({ ...order, metadata: { apiKey } }, { headers: { "X-Custom-Key": apiKey } });
  await payments.sessions.bankDetails("pay_1", { orderId: apiKey });
  await payments.sessions.webhookHistory("pay_1", { cursor: `a+b/${apiKey}` });
  expect(lines.join("\n")).toContain("x-custom-key");
  expect(lines.join("\n")).not.toContain(apiKey);
});

test("the raw text of a failed response is in the debug log", async () => {
  const { lines, logger } = recorder();
  const server = await startFaultServer((response) => response.writeHead(502).end("upstream is gone"));
  const payments = new PaymentSessions({ apiKey, baseUrl: server.url, logger, logLevel: "debug", maxRetries: 0 });
  await payments.sessions.status("pay_1").safe();
  expect(lines.join("\n")).toContain("upstream is gone");
});

test("buyers' data are not logged", async () => {
  const { lines, logger } = recorder();
  const server = await startFaultServer((response) =>
    json(response, 200, { ...hostedSession, customerEmail: "zoe@example.com" }),
  );
  const payments = new PaymentSessions({ apiKey, baseUrl: server.url, logger, logLevel: "debug" });
  await payments.sessions.initialize({ ...order, customerEmail: "zoe@example.com", customerName: "Zoë Quick" });
  expect(lines.join("\n")).not.toMatch(/zoe@|Quick/);
});

const personal = {
  customerEmail: "zoe@example.com",
  customerName: "Zoë",
  returnUrl: "https://shop.example.com/thanks?mail=zoe",
  description: "Wreath for Anna Berg",
  items: [{ name: "Card with name: Anna", quantity: 1, amountCents: 1999 }],
  metadata: { phone: 49_170_123_456, notes: [{ text: "rings at Meyer" }], code: "message" },
  remittanceInfo: "Berg 1002",
  senderName: "Quick",
  senderIban: iban.toLowerCase(),
};
const personalValues = /zoe|Zoë|Anna|Berg|Meyer|49170123456|Quick|DE89|de89|0532/;

const personalEchoes: [string, Script][] = [
  ["the request as the message", (response, { body }) => json(response, 400, { error: "bad", message: body })],
  ["the request as JSON", (response, { body }) => json(response, 422, { error: "bad", request: JSON.parse(body) })],
  ["the request as text", (response, { body }) => response.writeHead(502).end(`upstream said no to ${body}`)],
  [
    "the IBAN as the service writes it",
    (response) =>
      json(response, 400, { error: "bad", details: { path: "", rule: "iban", message: iban.replace(/ /g, "") } }),
  ],
  ["a redirect", (response) => response.writeHead(302, { location: `${personal.returnUrl}&n=Zo%C3%AB` }).end()],
  ["half of a success", (response, { body }) => json(response, 200, { success: true, echo: body })],
];

test.each(personalEchoes)(
  "no personal value of an initialize call shows in error, inspection or log after %s",
  async (_, script) => {
    const { lines, logger } = recorder();
    const server = await startFaultServer(script);
    const payments = new PaymentSessions({ apiKey, baseUrl: server.url, logger, logLevel: "debug", maxRetries: 0 });
    const call = payments.sessions.initialize({ ...order, ...personal });
    const result = await call.safe();
    const everything = [printed(call), printed(result), printed(result.ok || result.error), ...lines].join("\n");
    expect(result.ok).toBe(false);
    expect(everything).not.toMatch(personalValues);
  },
);

test("a field that the client does not know is masked as personal data are", async () => {
  const server = await startFaultServer((response, { body }) => json(response, 400, { error: body }));
  const payments = new PaymentSessions({ apiKey, baseUrl: server.url, maxRetries: 0 });
  const params = { ...order, loyaltyCard: "card of Zoë" };
  const result = await payments.sessions.initialize(params).safe();
  expect(printed(result)).not.toContain("Zoë");
});

test.each(["VALIDATION_ERROR", "A_CODE_OF_LATER"])(
  "order, amount and code of an error stay readable whatever a merchant's metadata say: %s",
  async (code) => {
    const body = { success: false, error: "Order 1001 exists", message: "Order 1001 exists", code };
    const server = await startFaultServer((response) => json(response, 400, body));
    const payments = new PaymentSessions({ apiKey, baseUrl: server.url, maxRetries: 0 });
    const metadata = {
      cart: "1001",
      kind: "message",
      type: "code",
      rule: code,
      what: "sessions",
      no: "400",
    };
    const result = await payments.sessions.initialize({ ...order, orderId: "1001", metadata }).safe();
    expect(result).toMatchObject({ ok: false, error: { code, status: 400 } });
    expect(result.ok || result.error.message).toContain(`sessions.initialize: 400 Order 1001 exists [${code}]`);
  },
);

test("rules, paths and request ids of an error stay as programs compare them, whatever a merchant's metadata say", async () => {
  const details = [
    { path: "orderId", rule: "maxLength", message: "must be shorter than max" },
    { path: "metadata.group[0]", rule: "format", message: "group abc is unknown" },
  ];
  const id = { "x-request-id": "req_0123abcdef" };
  const body = { success: false, error: "Invalid", message: "Invalid", code: "VALIDATION_ERROR", details };
  const server = await startFaultServer((response) => json(response, 400, body, id));
  const payments = new PaymentSessions({ apiKey, baseUrl: server.url, maxRetries: 0 });
  const metadata = { kind: "order", size: "max", group: "abc", form: "format", list: "group" };
  const result = await payments.sessions.initialize({ ...order, metadata }).safe();
  const masked = [
    { path: "orderId", rule: "maxLength", message: "must be shorter than [masked]" },
    { path: "metadata.group[0]", rule: "format", message: "[masked] [masked] is unknown" },
  ];
  expect(result).toMatchObject({
    ok: false,
    error: { requestId: "req_0123abcdef", attempts: [{ requestId: "req_0123abcdef" }], details: masked },
  });
  expect(result.ok || result.error.headers?.get("x-request-id")).toBe("req_0123abcdef");
  expect(result.ok || result.error.message).toContain("request req_0123abcdef");
  expect(result.ok || result.error.message).toContain("orderId must be shorter than [masked]");
});

test("a path, a rule and a request id that repeat the key or an entered value do not show it", async () => {
  const server = await startFaultServer((response, { body }) => {
    const { customerEmail, metadata } = JSON.parse(body);
    const details = [
      { path: `${apiKey}.x`, rule: apiKey, message: "" },
      { path: `metadata.${metadata.note}`, rule: `is ${customerEmail}`, message: "" },
    ];
    json(response, 400, { error: "bad", details }, { "x-request-id": `for ${customerEmail} ${apiKey}` });
  });
  const payments = new PaymentSessions({ apiKey, baseUrl: server.url, maxRetries: 0 });
  const params = { ...order, customerEmail: "zoe@example.com", metadata: { note: "of Zoë Quick" } };
  const result = await payments.sessions.initialize(params).safe();
  expect(result).toMatchObject({ ok: false, error: { details: { length: 2 } } });
  expect(printed(result)).not.toContain(apiKey);
  expect(printed(result)).not.toMatch(/zoe@example|Zoë/);
});

test("an error of a custom fetch does not carry its request into the SDK's error", async () => {
  const payments = new PaymentSessions({
    apiKey,
    baseUrl: "https://pay.example.com",
    maxRetries: 0,
    fetch: async (_url: string, init: RequestInit) => {
      const headers = Object.fromEntries(new Headers(init.headers));
      throw Object.assign(new Error(`failed with ${headers.authorization}`), {
        config: { headers },
        cause: { headers },
      });
    },
  });
  const result = await payments.sessions.status("pay_1").safe();
  expect(result).toMatchObject({ ok: false, error: { kind: "connection" } });
  expect(printed(result)).not.toContain(apiKey);
});

test.each(["debug", "info", "warn", "silent"] as const)(
  "a logger that throws does not break a call at level %s",
  async (logLevel) => {
    const fail = () => {
      throw new Error("disk full");
    };
    const server = await startFaultServer((response, _, number) =>
      json(response, number === 1 ? 500 : 200, { status: "pending" }),
    );
    const logger: Logger = { debug: fail, info: fail, warn: fail, error: fail };
    const payments = new PaymentSessions({ apiKey, baseUrl: server.url, logger, logLevel, random: () => 0 });
    expect((await payments.sessions.status("pay_1")).status).toBe("pending");
  },
);

test("the client, its parts, its calls and their results show no key in any form of print or copy", async () => {
  const server = await startFaultServer((response, { url }) =>
    url.startsWith("/payments/pay_lost") ? void response.socket?.destroy() : json(response, 200, hostedSession),
  );
  const dispatcher = new Agent();
  const payments = new PaymentSessions({ apiKey, baseUrl: server.url, dispatcher, random: () => 0 });
  const call = payments.sessions.initialize(order);
  const watching = payments.sessions.watch("pay_1", { deadlineMs: 60_000 });
  const failed = await payments.sessions.status("pay_lost").safe();
  const things: unknown[] = [
    payments,
    PaymentSessions,
    ...Object.values(payments),
    call,
    call.safe(),
    await call,
    await call.withResponse(),
    await call.safe(),
    watching,
    failed,
    failed.ok || failed.error,
  ];
  for (const thing of things) {
    expect(printed(thing)).not.toContain(apiKey);
    expect(copied(thing)).not.toContain(apiKey);
  }
  expect(things).toHaveLength(15);
  await dispatcher.close();
});

test("a refused option does not repeat the key", () => {
  for (const make of [
    () => new PaymentSessions({ apiKey: `${apiKey}\n`, baseUrl: "https://pay.example.com" }),
    () => new PaymentSessions({ apiKey, baseUrl: "https://pay.example.com", environment: "live" }),
    () => new PaymentSessions({ apiKey, baseUrl: `https://${apiKey}@pay.example.com` }),
    () => new PaymentSessions({ apiKey, baseUrl: `nonsense ${apiKey}` }),
  ]) {
    let error: unknown;
    try {
      make();
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toMatchObject({ kind: "usage" });
    expect(printed(error)).not.toContain(apiKey);
  }
});

test("an id that is the key is refused without repeating it", async () => {
  const server = await startFaultServer((response) => json(response, 200, {}));
  const payments = new PaymentSessions({ apiKey, baseUrl: server.url });
  for (const call of [
    payments.sessions.status(`${apiKey}/..`),
    payments.sessions.status("pay_1", { headers: { [`bad ${apiKey}`]: "x" } }),
  ]) {
    const result = await call.safe();
    expect(result.ok).toBe(false);
    expect(printed(result)).not.toContain(apiKey);
  }
  expect(server.received).toHaveLength(0);
});

test("a webhook secret that was passed as the wrong argument is not repeated", async () => {
  const secret = "whs_7f3c9a51d2e84b06a1c5";
  const options = { apiKey, baseUrl: "https://pay.example.com" };
  expect(printed(await new PaymentSessions(options).sessions.status(`${secret}/`).safe())).not.toContain(secret);
  for (const wrong of [
    { baseUrl: secret },
    { logLevel: secret },
    { environment: secret },
    { apiKey: `${secret} ` },
    { [secret]: 1 },
  ]) {
    // Wrong on purpose.
    const make = () => new PaymentSessions({ ...options, ...(wrong as object) });
    expect(make).toThrow(/./);
    expect(make).not.toThrow(/7f3c9a51/);
  }
});

test("no part of a key is shown, whatever text surrounds it in a response", async () => {
  let response = { status: 200, body: "" };
  const payments = new PaymentSessions({
    apiKey,
    baseUrl: "https://pay.example.com",
    maxRetries: 0,
    fetch: async () => new Response(response.body, { status: response.status, headers: { "x-request-id": "req_1" } }),
  });
  const around = fc.string({ maxLength: 1_200, unit: fc.constantFrom("x", " ", '"', "\\", "<", "é", "{", "\n") });
  await fc.assert(
    fc.asyncProperty(
      around,
      around,
      fc.constantFrom(200, 400, 404, 500, 502),
      fc.boolean(),
      async (before, after, status, asJson) => {
        const text = `${before}${apiKey}${after}`;
        response = {
          status,
          body: asJson ? JSON.stringify({ error: text, message: text, code: text, requestId: text }) : text,
        };
        const result = await payments.sessions.status("pay_1").safe();
        expect(printed(result)).not.toContain(apiKey.slice(0, 12));
      },
    ),
    { numRuns: 150 },
  );
});
