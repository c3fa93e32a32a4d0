// Tests the verifier's guarantees with the golden vectors, as a plain module that runs on any runtime,
// against the sources or the published package. Returns a list of { title, run }; `run` throws when a
// guarantee is broken.

const fromBase64 = (text) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0));

/**
 * @param {object} entry the main entry's exports
 * @param {object} golden the parsed hmac-vectors.json
 * @param {object} [sync] the /node entry's exports, where there is one
 * @returns {{ title: string, run: () => Promise<void> }[]}
 */
export function conformance(entry, golden, sync) {
  const checks = [];
  const suite = {
    entry,
    golden,
    vectors: new Map(golden.vectors.map((vector) => [vector.id, readVector(vector)])),
    check: (title, run) => checks.push({ title, run }),
    verdict: verdictOf(entry, sync),
    codeOf: codeOfRefusal(entry),
  };
  checkVectors(suite);
  checkSignatureHeaders(suite);
  checkRotation(suite);
  checkDeliveryIds(suite);
  checkReading(suite);
  checkArguments(suite);
  checkLimits(suite);
  return checks;
}

/** Whether a body is authentic; both entries must agree. */
function verdictOf({ verifySignature }, sync) {
  return async (body, header, secret) => {
    const isAuthentic = await verifySignature(body, header, secret);
    if (sync && isWhole(body)) {
      const atOnce = sync.verifySignatureSync(body, header, secret);
      if (atOnce !== isAuthentic) throw new Error(`the synchronous entry says ${atOnce}, the other ${isAuthentic}`);
    }
    return isAuthentic;
  };
}

/** The code of the error that a call throws, or "no error". */
function codeOfRefusal({ isWebhookVerificationError }) {
  return async (act) => {
    try {
      await act();
    } catch (error) {
      if (!isWebhookVerificationError(error)) throw error;
      return error.code;
    }
    return "no error";
  };
}

function checkVectors({ entry: { verifySignature }, vectors, check, verdict, codeOf }) {
  for (const vector of vectors.values()) {
    check(`accepts ${vector.id}: ${vector.note}`, async () => {
      if (vector.id === "secret-trailing-lf") {
        same(await codeOf(() => verifySignature(vector.body, vector.signature, vector.secretText)), "secret_invalid");
        same(await verdict(vector.body, vector.signature, vector.secretBytes), true);
        return;
      }
      for (const secret of [vector.secretText, vector.secretBytes])
        if (secret !== undefined)
          for (const body of wholeForms(vector.body)) same(await verdict(body, vector.signature, secret), true);
    });
    check(`accepts ${vector.id} as a stream, cut anywhere`, async () => {
      for (const size of vector.body.length > 1000 ? [7, 65_536] : [1, 7, 64])
        same(await verifySignature(inChunks(vector.body, size), vector.signature, vector.secretBytes), true);
    });
    check(`refuses ${vector.id} after any change of the body`, async () => {
      const longer = new Uint8Array(vector.body.length + 1);
      longer.set(vector.body);
      same(await verdict(longer, vector.signature, vector.secretBytes), false);
      for (const at of [0, vector.body.length - 1]) {
        if (vector.body.length === 0) continue;
        const changed = vector.body.slice();
        changed[at] ^= 1;
        same(await verdict(changed, vector.signature, vector.secretBytes), false);
      }
    });
  }
}

function checkSignatureHeaders({ entry: { verifyWebhook }, golden, vectors, check, verdict, codeOf }) {
  for (const forgery of golden.must_reject)
    check(`refuses ${forgery.id}: ${forgery.note}`, async () => {
      const { secretBytes } = vectors.get(forgery.vector);
      const { body } = vectors.get(forgery.body_vector ?? forgery.vector);
      same(await verdict(body, forgery.header, secretBytes), false);
      const refused = ["signature_malformed", "signature_mismatch", "headers_conflict"];
      const code = await codeOf(() =>
        verifyWebhook({ body, headers: { "x-service-signature": forgery.header }, secret: secretBytes }),
      );
      if (!refused.includes(code)) throw new Error(`gave ${code}`);
    });

  const POLICY = {
    "uppercase-hex": true,
    "uppercase-label": false,
    "surrounding-blanks": true,
    "array-one": true,
    "array-two-equal": true,
  };
  for (const row of golden.policy)
    check(`${POLICY[row.id] ? "accepts" : "refuses"} ${row.id}: ${row.note}`, async () => {
      const { body, secretBytes } = vectors.get(row.vector);
      same(await verdict(body, row.header, secretBytes), POLICY[row.id]);
    });
}

function checkRotation({ entry: { verifyWebhook }, golden, check, codeOf }) {
  for (const row of golden.rotation)
    check(`rotation: ${row.id} is ${row.expect}`, async () => {
      const request = {
        body: fromBase64(row.body_b64),
        headers: { "X-Service-Signature": row.header },
        secret: row.secrets,
      };
      if (row.expect === "accept") same((await verifyWebhook(request)).secretIndex, row.matched_index);
      else if (row.expect === "reject") same(await codeOf(() => verifyWebhook(request)), "signature_mismatch");
      else same(await codeOf(() => verifyWebhook(request)), "secret_invalid");
    });
}

function checkDeliveryIds({ entry: { verifyWebhook }, golden, vectors, check, codeOf }) {
  for (const row of golden.delivery_ids)
    check(
      `${row.valid ? "accepts" : "refuses"} the delivery id ${JSON.stringify(row.value)}: ${row.note}`,
      async () => {
        const { body, signature, secretBytes } = vectors.get("ascii-json");
        const headers = { "x-service-signature": signature, "x-service-delivery": row.value };
        const request = { body, headers, secret: secretBytes };
        if (row.valid) same((await verifyWebhook(request)).deliveryId, row.value.toLowerCase());
        else same(await codeOf(() => verifyWebhook(request)), "delivery_id_malformed");
      },
    );
}

function checkReading({ entry: { verifyWebhook }, vectors, check, codeOf }) {
  check("finds the signature in every kind of header collection", async () => {
    const { body, signature, secretBytes: secret } = vectors.get("ascii-json");
    const names = ["x-service-signature", "X-Service-Signature", "X-SERVICE-SIGNATURE"];
    for (const name of names)
      for (const headers of [
        { [name]: signature },
        { [name]: [signature] },
        new Map([[name, signature]]),
        new Headers([[name, signature]]),
      ])
        same((await verifyWebhook({ body, headers, secret })).event, "payment.settled");
    const twice = new Headers([[names[0], signature]]);
    twice.append(names[0], signature.replace("ea", "0a"));
    same(await codeOf(() => verifyWebhook({ body, headers: twice, secret })), "headers_conflict");
    const conflict = { [names[0]]: signature, [names[1]]: signature.replace("ea", "0a") };
    same(await codeOf(() => verifyWebhook({ body, headers: conflict, secret })), "headers_conflict");
    same(await codeOf(() => verifyWebhook({ body, headers: {}, secret })), "signature_missing");
  });

  check("parses after the check: empty, byte order mark, not JSON", async () => {
    const read = (id) => {
      const { body, signature, secretBytes } = vectors.get(id);
      return verifyWebhook({ body, headers: { "x-service-signature": signature }, secret: secretBytes });
    };
    same((await read("empty")).body, undefined);
    same((await read("bom")).event, "payment.settled");
    for (const id of ["utf16le", "nul-bytes", "all-256-bytes", "gzip-wire-bytes"])
      same(await codeOf(() => read(id)), "body_not_json");
    await read("proto-key");
    same({}.admin, undefined);
  });
}

function checkArguments({ entry: { verifySignature }, vectors, check, codeOf }) {
  check(
    "refuses a parsed, a missing and a consumed body as a configuration error, not as a wrong signature",
    async () => {
      const { body, signature, secretBytes } = vectors.get("ascii-json");
      for (const parsed of [{ event: "x" }, [], 1, true])
        same(await codeOf(() => verifySignature(parsed, signature, secretBytes)), "body_already_parsed");
      for (const missing of [undefined, null])
        same(await codeOf(() => verifySignature(missing, signature, secretBytes)), "body_missing");
      const stream = new Response(body).body;
      await stream.getReader().read();
      same(await codeOf(() => verifySignature(stream, signature, secretBytes)), "body_already_parsed");
    },
  );

  check("refuses a missing or empty secret, and one with white space at an end or an invisible character", async () => {
    const { body, signature, secretText } = vectors.get("ascii-json");
    const wrong = [
      "",
      new Uint8Array(0),
      [],
      [secretText, ""],
      ` ${secretText}`,
      `${secretText}\n`,
      `${secretText}\u200b`,
      `${secretText.slice(0, 4)}\u2060${secretText.slice(4)}`,
      `\ufeff${secretText}`,
      undefined,
      null,
      7,
    ];
    for (const secret of wrong) same(await codeOf(() => verifySignature(body, signature, secret)), "secret_invalid");
  });
}

function checkLimits({ entry: { verifyWebhook, answerChallenge }, vectors, check, codeOf }) {
  check("stops reading a stream at its limit", async () => {
    let read = 0;
    async function* endless() {
      for (;;) {
        read += 1000;
        yield new Uint8Array(1000);
      }
    }
    const request = {
      body: endless(),
      headers: { "x-service-signature": vectors.get("empty").signature },
      secret: "s",
      maxBodyBytes: 10_000,
    };
    same(await codeOf(() => verifyWebhook(request)), "body_too_large");
    same(read, 11_000);
  });

  check("echoes no challenge without a valid signature", async () => {
    const { body, secretText } = vectors.get("verification-event");
    const headers = { "x-service-signature": vectors.get("ascii-json").signature };
    same(await codeOf(() => answerChallenge({ body, headers, secret: secretText })), "signature_mismatch");
  });
}

function readVector(vector) {
  return {
    id: vector.id,
    note: vector.note,
    body: fromBase64(vector.body_b64),
    signature: vector.signature,
    secretBytes: fromBase64(vector.secret_b64),
    secretText: vector.secret,
  };
}

/**
 * The same bytes in every form: bytes, a view at offset 7 of a larger buffer, an ArrayBuffer, and a string
 * where they are valid text.
 */
function wholeForms(bytes) {
  const pool = new Uint8Array(bytes.length + 20).fill(0x7b);
  pool.set(bytes, 7);
  const forms = [bytes, pool.subarray(7, 7 + bytes.length), bytes.slice().buffer];
  try {
    forms.push(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch {
    // not valid text
  }
  return forms;
}

async function* inChunks(bytes, size) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

function isWhole(body) {
  return typeof body === "string" || body instanceof ArrayBuffer || ArrayBuffer.isView(body);
}

function same(actual, expected) {
  if (actual !== expected) throw new Error(`expected ${String(expected)}, got ${String(actual)}`);
}
