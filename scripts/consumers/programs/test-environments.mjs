// The body of a merchant's test suite, the same under Vitest and Jest, and in the environments node, jsdom and happy-dom.

/** Each claim is run as a test of its own. */
export const claims = (modules) => {
  const { verifier, testing, express, fetchEntry } = modules;
  const secret = "a secret that is long enough for a test of it";
  const signed = () => testing.signWebhook({ body: testing.createEvent({ order_id: "1001" }), secret });
  const isTrue = (value, what) => {
    if (value !== true) throw new Error(`${what} does not hold: ${JSON.stringify(value)}`);
  };
  return {
    async "a signed webhook is verified, an altered one is not"() {
      const delivery = await signed();
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
    async "C6: a Buffer that a body parser has kept is verified"() {
      const delivery = await signed();
      const receive = express.receiveWebhooks({ secret, onEvent: () => undefined });
      const answers = [];
      const request = {
        method: "POST",
        headers: delivery.headers,
        rawHeaders: Object.entries(delivery.headers).flat(),
        readableDidRead: true,
        body: Buffer.from(delivery.body),
      };
      const response = { headersSent: false, writeHead: (status) => answers.push(status), end: () => undefined };
      await receive(request, response);
      isTrue(answers.join() === "200", `the answers ${answers}`);
    },
    async "a Request of the environment is answered where it has one"() {
      if (typeof Request === "undefined") return;
      const delivery = await signed();
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
