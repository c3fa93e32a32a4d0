// The body of a merchant's test suite, the same under Vitest and Jest, and in the environments node, jsdom
// and happy-dom.

/** Each claim runs as its own test. */
export const claims = (modules) => ({
  ...verifierClaims(modules),
  ...receiverClaims(modules),
  ...clientClaims(modules),
});

const secret = "a secret that is long enough for a test of it";

const sign = ({ testing }) => testing.signWebhook({ body: testing.createEvent({ order_id: "1001" }), secret });

const isTrue = (value, what) => {
  if (value !== true) throw new Error(`${what} does not hold: ${JSON.stringify(value)}`);
};

const verifierClaims = (modules) => {
  const { verifier, testing } = modules;
  return {
    async "a signed webhook is verified, an altered one is not"() {
      const delivery = await sign(modules);
      const event = await verifier.verifyWebhook({ ...delivery, secret });
      isTrue(event.order_id === "1001", "the event");
      isTrue((await verifier.verifySignature("{}", delivery.signature, secret)) === false, "the refusal");
    },
    async "C6: bytes of the environment and of Node are the same bytes"() {
      const text = '{"event":"x"}';
      const { signature } = await testing.signWebhook({ body: text, secret });
      const bytes = [...text].map((character) => character.charCodeAt(0));
      const forms = {
        Buffer: Buffer.from(text),
        Uint8Array: new Uint8Array(bytes),
        ArrayBuffer: new Uint8Array(bytes).buffer,
        "Buffer of a file": modules.fs.readFileSync(modules.file),
        DataView: new DataView(new Uint8Array(bytes).buffer),
      };
      for (const [name, body] of Object.entries(forms)) {
        const expected =
          name === "Buffer of a file" ? (await testing.signWebhook({ body, secret })).signature : signature;
        isTrue(await verifier.verifySignature(body, expected, secret), name);
        isTrue((await testing.signWebhook({ body, secret })).signature === expected, `signing ${name}`);
        isTrue(await verifier.verifySignature(text, signature, Buffer.from(secret)), "a Buffer as the secret");
      }
      const empty = (await testing.signWebhook({ body: "{}", secret })).signature;
      isTrue((await testing.signWebhook({ body: Buffer.from(text), secret })).signature !== empty, "not signed as {}");
    },
  };
};

const receiverClaims = (modules) => {
  const { express, fetchEntry } = modules;
  return {
    async "C6: a Buffer that a body parser has kept is verified"() {
      const delivery = await sign(modules);
      const receive = express.receiveWebhooks({ secret, onEvent: () => undefined });
      const statuses = [];
      const request = {
        method: "POST",
        headers: delivery.headers,
        rawHeaders: Object.entries(delivery.headers).flat(),
        readableDidRead: true,
        body: Buffer.from(delivery.body),
      };
      const response = { headersSent: false, writeHead: (status) => statuses.push(status), end: () => undefined };
      await receive(request, response);
      isTrue(statuses.join() === "200", `the responses ${statuses}`);
    },
    async "a Request of the environment gets a response where it has one"() {
      if (typeof Request === "undefined") return;
      const delivery = await sign(modules);
      const receive = fetchEntry.receiveWebhooks({ secret, onEvent: () => undefined });
      const request = new Request("http://shop.test/hooks", {
        method: "POST",
        body: delivery.body,
        headers: delivery.headers,
      });
      const response = await receive(request);
      isTrue(response.status === 200, `${response.status} ${await response.text()}`);
    },
  };
};

const clientClaims = ({ sdk, mock, verifier }) => ({
  async "C4: the client opens a payment over real HTTP, whatever AbortController and Headers the environment has"() {
    const service = mock.createMockService();
    const { merchantId } = await service.stores.create({ name: "Tea" });
    const { secret: apiKey } = await service.apiKeys.issue({ merchantId, environment: "test" });
    const { url, stop } = await service.serve();
    // The fetch of happy-dom is a browser's, with a browser's same-origin policy.
    if (globalThis.happyDOM !== undefined) globalThis.happyDOM.settings.fetch.disableSameOriginPolicy = true;
    // A merchant's suite tests server code, even where the environment looks like a browser.
    const payments = new sdk.PaymentSessions({ apiKey, baseUrl: url, allowBrowser: true });
    const order = { merchantId, orderId: "1", amountCents: 1999, currency: "EUR" };
    const session = await payments.sessions.initialize(order, { signal: new AbortController().signal });
    isTrue((await payments.sessions.status(session.paymentId)).status === "pending", "the status");
    await stop();
    await service.stop();
  },
  async "C5: the mock sends its webhooks, whatever timers the environment has"() {
    const service = mock.createMockService();
    const { merchantId, webhookSecret } = await service.stores.create({ name: "Tea" });
    const { secret: apiKey } = await service.apiKeys.issue({ merchantId, environment: "test" });
    const received = [];
    service.webhooks.to((delivery) => {
      received.push(delivery);
    });
    const client = { apiKey, baseUrl: service.baseUrl, fetch: service.fetch, allowBrowser: true };
    const payments = new sdk.PaymentSessions(client);
    const session = await payments.sessions.initialize({
      merchantId,
      orderId: "1",
      amountCents: 1999,
      currency: "EUR",
    });
    await service.sessions.succeed(session.paymentId);
    await service.webhooks.settled();
    isTrue(received.length === 2, `two webhooks, ${received.length}`);
    const event = await verifier.verifyWebhook({ ...received[1], secret: webhookSecret });
    isTrue(event.status === "completed", `the status ${event.status}`);
    await service.stop();
  },
});
