// Claims about POST /payments/initialize: the response to a valid request, the rule that refuses each invalid
// one, and the order of the rules.
import { expect, test } from "vitest";
import { codeOf } from "./contract-client.js";
import type { Suite } from "./suite.js";
import { nextOrderId } from "./test-store.js";

const path = "/payments/initialize";

/** A change to a valid request, hosted unless `direct` is set, and the rule that must refuse it. */
const refusals: {
  title: string;
  direct?: true;
  changes: Record<string, unknown>;
  rule: [path: string, rule: string];
}[] = [
  { title: "neither merchantId nor shopId", changes: { merchantId: undefined }, rule: ["merchantId", "exactly_one"] },
  { title: "merchantId beside shopId", changes: { shopId: "mrc_x" }, rule: ["merchantId", "exactly_one"] },
  { title: "no orderId", changes: { orderId: undefined }, rule: ["orderId", "required"] },
  { title: "an empty orderId", changes: { orderId: "" }, rule: ["orderId", "minLength"] },
  { title: "an orderId of 256 characters", changes: { orderId: "x".repeat(256) }, rule: ["orderId", "maxLength"] },
  { title: "a control character in orderId", changes: { orderId: "a\u0007b" }, rule: ["orderId", "pattern"] },
  { title: "a lone surrogate in orderId", changes: { orderId: "a\ud800" }, rule: ["orderId", "pattern"] },
  { title: "a numeric orderId", changes: { orderId: 17 }, rule: ["orderId", "type"] },
  { title: "no amountCents", changes: { amountCents: undefined }, rule: ["amountCents", "required"] },
  { title: "an amount of 0", changes: { amountCents: 0 }, rule: ["amountCents", "minimum"] },
  { title: "an amount of -1", changes: { amountCents: -1 }, rule: ["amountCents", "minimum"] },
  { title: "an amount in major units", changes: { amountCents: 19.99 }, rule: ["amountCents", "type"] },
  {
    title: "an amount a little beside a whole number",
    changes: { amountCents: 1999.0000001 },
    rule: ["amountCents", "type"],
  },
  { title: "an amount as text", changes: { amountCents: "1999" }, rule: ["amountCents", "type"] },
  { title: "a null amount", changes: { amountCents: null }, rule: ["amountCents", "type"] },
  {
    title: "an amount above 99 999 999 999",
    changes: { amountCents: 100_000_000_000 },
    rule: ["amountCents", "maximum"],
  },
  { title: "no currency", changes: { currency: undefined }, rule: ["currency", "required"] },
  { title: "a currency in lower case", changes: { currency: "eur" }, rule: ["currency", "pattern"] },
  { title: "a currency of four letters", changes: { currency: "EURO" }, rule: ["currency", "pattern"] },
  { title: "a currency that ends in a line feed", changes: { currency: "EUR\n" }, rule: ["currency", "pattern"] },
  { title: "an e-mail address without @", changes: { customerEmail: "buyer" }, rule: ["customerEmail", "format"] },
  { title: "a name with a control character", changes: { customerName: "a\nb" }, rule: ["customerName", "pattern"] },
  { title: "an unknown field", changes: { amount: 1999 }, rule: ["amount", "unknown_field"] },
  {
    title: "a reconciliation field",
    changes: { confirmationMode: "settlement" },
    rule: ["confirmationMode", "unknown_field"],
  },
  { title: "an unknown method", changes: { paymentMethod: "cash" }, rule: ["paymentMethod", "enum"] },
  { title: "an unknown mode", changes: { checkoutMode: "direct" }, rule: ["checkoutMode", "enum"] },
  { title: "metadata that is a list", changes: { metadata: [1] }, rule: ["metadata", "type"] },
  { title: "metadata over 16 KiB", changes: { metadata: { a: "x".repeat(16_384) } }, rule: ["metadata", "metadata"] },
  {
    title: "metadata nested six levels deep",
    changes: { metadata: { a: { b: { c: { d: { e: { f: 1 } } } } } } },
    rule: ["metadata", "metadata"],
  },
  { title: "a lone surrogate in metadata", changes: { metadata: { a: "\udfff" } }, rule: ["metadata", "metadata"] },
  {
    title: "a reference of 141 characters",
    changes: { remittanceInfo: "x".repeat(141) },
    rule: ["remittanceInfo", "maxLength"],
  },
  { title: "an umlaut in the reference", changes: { remittanceInfo: "Bäcker" }, rule: ["remittanceInfo", "pattern"] },
  { title: "an asterisk in the reference", changes: { remittanceInfo: "a*b" }, rule: ["remittanceInfo", "pattern"] },
  { title: "an empty reference", changes: { remittanceInfo: "" }, rule: ["remittanceInfo", "minLength"] },
  ...[
    "javascript:alert(1)",
    "data:text/html,x",
    "//shop.example.com/x",
    "/thanks",
    "https://u:p@shop.example.com/",
    "https://shop.example.com\\@evil.example",
  ].map((returnUrl): (typeof refusals)[number] => ({
    title: `the return URL ${returnUrl}`,
    changes: { returnUrl },
    rule: ["returnUrl", returnUrl.startsWith("/") || returnUrl.includes("\\") ? "format" : "pattern"],
  })),
  ...Object.entries({
    provider: "sandbox",
    customerCountry: "DE",
    senderName: "Erika Mustermann",
    senderIban: "DE89370400440532013000",
    instantPayment: true,
    endToEndId: "E2E-1",
  }).map(([field, value]): (typeof refusals)[number] => ({
    title: `${field} on a hosted session`,
    changes: { [field]: value },
    rule: [field, "direct_only"],
  })),
  {
    title: "a direct session without a country",
    direct: true,
    changes: { customerCountry: undefined },
    rule: ["customerCountry", "required"],
  },
  {
    title: "a direct session without a method",
    direct: true,
    changes: { paymentMethod: undefined },
    rule: ["paymentMethod", "required"],
  },
  {
    title: "a direct session by card",
    direct: true,
    changes: { paymentMethod: "card_processing" },
    rule: ["paymentMethod", "const"],
  },
  {
    title: "a country of three letters",
    direct: true,
    changes: { customerCountry: "DEU" },
    rule: ["customerCountry", "maxLength"],
  },
  {
    title: "a country that does not exist",
    direct: true,
    changes: { customerCountry: "QQ" },
    rule: ["customerCountry", "country"],
  },
  {
    title: "a sender name without an IBAN",
    direct: true,
    changes: { senderName: "Erika" },
    rule: ["senderIban", "required"],
  },
  {
    title: "an IBAN without a sender name",
    direct: true,
    changes: { senderIban: "DE89370400440532013000" },
    rule: ["senderName", "required"],
  },
  ...["DE8937040044053201300", "DE00370400440532013000", "DE88370400440532013000", "XX89370400440532013000"].map(
    (senderIban): (typeof refusals)[number] => ({
      title: `the IBAN ${senderIban}`,
      direct: true,
      changes: { senderName: "Erika", senderIban },
      rule: ["senderIban", "iban"],
    }),
  ),
  { title: "another provider", direct: true, changes: { provider: "otherbank" }, rule: ["provider", "provider"] },
  {
    title: "an end-to-end id of 36 characters",
    direct: true,
    changes: { endToEndId: "x".repeat(36) },
    rule: ["endToEndId", "maxLength"],
  },
  {
    title: "an end-to-end id with an underscore",
    direct: true,
    changes: { endToEndId: "a_b" },
    rule: ["endToEndId", "pattern"],
  },
];

export function claimInitialize(suite: Suite): void {
  test("opens a hosted session with only the required fields", async () => {
    const { client, store, target } = suite;
    const request = store.request();
    const { status, body } = await client.call(path, { key: store.testKey, json: request });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      success: true,
      orderId: request.orderId,
      merchantId: store.merchantId,
      amount: 1999,
      amountCents: 1999,
      currency: "EUR",
      status: "pending",
      paymentMethod: "qr_pay",
      checkoutMode: "foxpay_checkout",
      remittanceInfoSource: "generated",
      testMode: true,
      paymentData: { orderId: request.orderId, paymentMode: "test" },
    });
    expect(body).not.toHaveProperty("message");
    // The contract client has checked the body against its schema.
    const { paymentUrl, remittanceInfo, paymentId } = body as Record<string, string>;
    expect(paymentUrl).toMatch(new RegExp(`^${target.publicUrl}/`));
    expect(remittanceInfo).toBe(`PS-${request.orderId}-${paymentId?.slice(-8)}`);
  });

  test("reports live mode for a live key", async () => {
    const { client, store } = suite;
    const body = await client.fields(path, { key: store.liveKey, json: store.request() });
    expect(body).toMatchObject({ testMode: false, paymentData: { paymentMode: "production" } });
  });

  test("echoes everything that a merchant sends", async () => {
    const { client, store } = suite;
    const sent = {
      customerEmail: "buyer@example.com",
      customerName: "Erika Müller-Łukasz 名",
      returnUrl: "https://shop.example.com/thanks?order=1#top",
      metadata: { cart: ["a", { unicode: "名 \u2028" }], number: 1, nothing: null },
      remittanceInfo: "Order 1/2, a-b_c: #7.+",
      paymentMethod: "card_processing",
    };
    const body = await client.fields(path, { key: store.testKey, json: store.request(sent) });
    expect(body).toMatchObject({
      customerEmail: sent.customerEmail,
      returnUrl: sent.returnUrl,
      remittanceInfo: sent.remittanceInfo,
      remittanceInfoSource: "merchant",
      paymentMethod: "card_processing",
      paymentData: { customerEmail: sent.customerEmail, customerName: sent.customerName, metadata: sent.metadata },
    });
  });

  test.each([
    ["qr_pay", "qr_pay"],
    ["open_bank_transfer", "open_bank_transfer"],
    ["card_processing", "card_processing"],
    ["bank_transfer", "bank_transfer"],
    ["manual_transfer", "bank_transfer"],
    ["manual_pay", "bank_transfer"],
    ["manual", "bank_transfer"],
  ])("reports the method %s as %s", async (paymentMethod, reported) => {
    const { client, store } = suite;
    const body = await client.fields(path, { key: store.testKey, json: store.request({ paymentMethod }) });
    expect(body.paymentMethod).toBe(reported);
  });

  test("reads 1e3 as 1000", async () => {
    const { client, store } = suite;
    const text = JSON.stringify(store.request()).replace('"amountCents":1999', '"amountCents":1e3');
    const body = await client.fields(path, { key: store.testKey, body: text });
    expect(body.amountCents).toBe(1000);
  });

  test.each(["-0", "1999.00000000000000001", "9007199254740993", "1e400"])("refuses the amount %s", async (number) => {
    const { client, store } = suite;
    const text = JSON.stringify(store.request()).replace('"amountCents":1999', `"amountCents":${number}`);
    const { status, body } = await client.call(path, { key: store.testKey, body: text });
    expect([status, codeOf(body)]).toEqual([400, "VALIDATION_ERROR"]);
  });

  test("keeps amounts as numbers at both ends of the range", async () => {
    const { client, store } = suite;
    for (const amountCents of [1, 99_999_999_999]) {
      const body = await client.fields(path, { key: store.testKey, json: store.request({ amountCents }) });
      expect([body.amount, body.amountCents]).toEqual([amountCents, amountCents]);
    }
  });

  test.each(refusals)("refuses $title", async ({ direct, changes, rule: [field, rule] }) => {
    const { client, store } = suite;
    const request = direct === true ? store.directRequest(changes) : store.request(changes);
    const { status, body } = await client.call(path, { key: store.testKey, json: request });
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: "VALIDATION_ERROR" });
    // The contract client has checked the body against its schema.
    const details = (body as { details: { path: string; rule: string }[] }).details;
    expect(details.map(({ path: at, rule: which }) => `${at} ${which}`)).toContain(`${field} ${rule}`);
  });

  test("names every broken rule at once", async () => {
    const { client, store } = suite;
    const json = store.request({ amountCents: "1", currency: "eur", surprise: 1 });
    const { body } = await client.call(path, { key: store.testKey, json });
    // The contract client has checked the body against its schema.
    const details = (body as { details: { path: string }[] }).details;
    expect(details.map(({ path: at }) => at).sort()).toEqual(["amountCents", "currency", "surprise"]);
  });

  test.each(["{", "[]", '"x"', "null", "", "\ufeff{}", "{}\u0000", "{'a':1}", "nul", '{"a":1}{"b":2}'])(
    "refuses the body %j as INVALID_JSON",
    async (text) => {
      const { client, store } = suite;
      const { status, body } = await client.call(path, {
        method: "POST",
        key: store.testKey,
        body: text,
        headers: { "Content-Type": "application/json" },
      });
      expect([status, codeOf(body)]).toEqual([400, "INVALID_JSON"]);
    },
  );

  test("refuses bytes that are not UTF-8", async () => {
    const { client, store } = suite;
    const bytes = Buffer.from(JSON.stringify(store.request({ customerName: "Müller" })), "latin1");
    const { status, body } = await client.call(path, { key: store.testKey, body: bytes });
    expect([status, codeOf(body)]).toEqual([400, "INVALID_JSON"]);
  });

  test.each([
    ['{"amountCents":1,"amountCents":99999}', "amountCents"],
    ['{"a":1,"\\u0061":2}', "a"],
    ['{"metadata":{"x":{"y":1,"y":1}}}', "metadata.x.y"],
  ])("refuses the key that appears twice in %s", async (text, at) => {
    const { client, store } = suite;
    const { body } = await client.call(path, { key: store.testKey, body: text });
    expect(body).toMatchObject({ code: "VALIDATION_ERROR", details: [{ path: at, rule: "DUPLICATE_JSON_KEY" }] });
  });

  test("metadata named like a prototype is data and pollutes nothing", async () => {
    const { client, store } = suite;
    const metadata = '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}';
    const text = JSON.stringify(store.request({ metadata: "@" })).replace('"@"', metadata);
    const { status, text: responseText } = await client.call(path, { key: store.testKey, body: text });
    expect(status).toBe(200);
    expect(responseText).toContain(metadata);
    // The field is declared only to be read from the prototype.
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  test.each(["__proto__", "constructor", "toString", "hasOwnProperty"])("refuses the field %s", async (field) => {
    const { client, store } = suite;
    const text = JSON.stringify(store.request({ "@": 1 })).replace('"@":', `${JSON.stringify(field)}:`);
    const { status, body } = await client.call(path, { key: store.testKey, body: text });
    expect(status).toBe(400);
    expect(body).toMatchObject({ details: [{ path: field, rule: "unknown_field" }] });
  });

  test.each(["a/b?c#d %2F ü 名", "..", "%", "' OR 1=1 --", "-".repeat(255), " 1 "])(
    "keeps the order id %j byte for byte",
    async (orderId) => {
      const { client, store } = suite;
      const opened = await store.open({ orderId, amountCents: 100 + Math.floor(orderId.length) });
      expect(opened.orderId).toBe(orderId);
      const status = await client.fields(`/payments/${opened.paymentId}/status`, { key: store.testKey });
      expect(status.orderId).toBe(orderId);
      const details = await client.fields(
        `/payments/${opened.paymentId}/bank-details?orderId=${encodeURIComponent(orderId)}`,
        { key: store.testKey },
      );
      expect(details.transaction).toMatchObject({ order_id: orderId });
      const history = await client.fields(`/transactions/${opened.paymentId}/webhook/history`, { key: store.testKey });
      expect(history.orderId).toBe(orderId);
    },
  );

  test("opens a direct session with one address under three names", async () => {
    const { client, store, target } = suite;
    const json = store.directRequest({
      orderId: nextOrderId(),
      endToEndId: "E2E-77",
      instantPayment: true,
      provider: "sandbox",
    });
    const body = await client.fields(path, { key: store.testKey, json });
    expect(body).toMatchObject({ checkoutMode: "direct_provider", provider: "sandbox", endToEndId: "E2E-77" });
    expect(body.redirectUrl).toMatch(new RegExp(`^${target.publicUrl}/`));
    expect([body.sessionUrl, body.paymentUrl]).toEqual([body.redirectUrl, body.redirectUrl]);
  });

  test("creates an end-to-end id when none is sent", async () => {
    const { client, store } = suite;
    const body = await client.fields(path, { key: store.testKey, json: store.directRequest() });
    expect(body.endToEndId).toMatch(/^[A-Za-z0-9-]{1,35}$/);
  });

  test.each([
    "DE89370400440532013000",
    "de89370400440532013000",
    "DE89 3704 0044 0532 0130 00",
    "DE89\u00a03704\u202f0044\t0532 0130 00\n",
    "\u202aDE89-3704.0044\u200b0532\u00ad0130\u201100\u202c",
    `IBAN: ${[..."DE89370400440532013000"].join("  ")}`,
  ])("M17: accepts the IBAN %j", async (senderIban) => {
    const { client, store } = suite;
    const json = store.directRequest({ senderName: "Erika Mustermann", senderIban });
    const { status, text } = await client.call(path, { key: store.testKey, json });
    expect(status).toBe(200);
    expect(text).not.toContain("0532");
  });

  test("a provider that is down gives 500 PROVIDER_UNAVAILABLE, each time", async () => {
    const { client, store } = suite;
    const json = store.directRequest({ amountCents: 1012 });
    for (let round = 0; round < 2; round += 1) {
      const { status, body } = await client.call(path, { key: store.testKey, json });
      expect([status, codeOf(body)]).toEqual([500, "PROVIDER_UNAVAILABLE"]);
    }
  });

  test("a provider that hangs gives 500 PROVIDER_TIMEOUT", async () => {
    const { client, store } = suite;
    const { status, body } = await client.call(path, {
      key: store.testKey,
      json: store.directRequest({ amountCents: 1013 }),
    });
    expect([status, codeOf(body)]).toEqual([500, "PROVIDER_TIMEOUT"]);
  });

  test("a failed direct call leaves its Idempotency-Key free", async () => {
    const { client, store } = suite;
    const json = store.directRequest({ amountCents: 1012 });
    const headers = { "Idempotency-Key": `down-${json.orderId}` };
    await client.call(path, { key: store.testKey, json, headers });
    const { status, headers: responseHeaders } = await client.call(path, { key: store.testKey, json, headers });
    expect([status, responseHeaders["idempotent-replayed"]]).toEqual([500, undefined]);
  });

  test("live direct sessions need a live provider", async () => {
    const { client, store } = suite;
    const { status, body } = await client.call(path, { key: store.liveKey, json: store.directRequest() });
    expect([status, codeOf(body)]).toEqual([403, "PAYMENT_METHOD_UNAVAILABLE"]);
  });

  test("a bank method that no provider serves is unavailable in both modes, and currentStatus says so", async () => {
    const { client, store } = suite;
    for (const json of [store.directRequest(), store.request({ paymentMethod: "open_bank_transfer" })]) {
      const { status, body } = await client.call(path, { key: store.liveKey, json });
      expect([json.checkoutMode, status]).toEqual([json.checkoutMode, 403]);
      expect(body).toMatchObject({ error: "Payment method unavailable", currentStatus: "no_provider" });
    }
    expect((await client.call(path, { key: store.liveKey, json: store.request() })).status).toBe(200);
  });

  test("shopId is accepted as the old name of merchantId, and the response has its end date", async () => {
    const { client, store } = suite;
    const json = store.request({ merchantId: undefined, shopId: store.merchantId });
    const { status, headers, body } = await client.call(path, { key: store.testKey, json });
    expect(status).toBe(200);
    expect(body).toMatchObject({ merchantId: store.merchantId });
    expect([headers.deprecation, headers.sunset, headers.link]).toEqual([
      expect.stringMatching(/^@\d+$/),
      expect.stringMatching(/GMT$/),
      expect.stringContaining('rel="deprecation"'),
    ]);
  });

  test("a call without deprecated fields has no Deprecation header", async () => {
    const { client, store } = suite;
    const { headers } = await client.call(path, { key: store.testKey, json: store.request() });
    expect(headers).not.toHaveProperty("deprecation");
  });

  test.each([
    [
      "shop.example.com",
      ["https://shop.example.com/x", "http://SHOP.example.com:8080/x"],
      ["https://shop.example.com.evil.example/x"],
    ],
    ["Bücher.example", ["https://xn--bcher-kva.example/x"], ["https://bcher.example/x"]],
    [
      "shop.example.com:443",
      ["https://shop.example.com/x", "https://shop.example.com:443/x"],
      ["https://shop.example.com:8443/x"],
    ],
    ["[::1]:8080", ["http://[0:0:0:0:0:0:0:1]:8080/x"], ["http://[::1]/x"]],
  ])("a store's return hosts are a closed list: %s", async (host, accepted, refused) => {
    const { client, target, store } = suite;
    await target.stores.update(store.merchantId, { allowedReturnHosts: [host] });
    try {
      const statusOf = async (returnUrl: string) =>
        (await client.call(path, { key: store.testKey, json: store.request({ returnUrl }) })).status;
      for (const returnUrl of accepted) expect([returnUrl, await statusOf(returnUrl)]).toEqual([returnUrl, 200]);
      for (const returnUrl of refused) expect([returnUrl, await statusOf(returnUrl)]).toEqual([returnUrl, 400]);
    } finally {
      await target.stores.update(store.merchantId, { allowedReturnHosts: [] });
    }
  });
}
