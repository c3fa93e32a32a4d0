// Finds the likely change that explains a wrong signature: each candidate is tried by verifying with it.
import { verifySignature } from "../verify-webhook.js";

interface Candidate {
  /** Continues "It would verify …". */
  readonly sentence: string;
  readonly body: string | Uint8Array;
  readonly secret: string | Uint8Array;
}

/** Sentences that continue "It would verify …", one for each change that explains the mismatch. */
export async function findLikelyChanges(
  body: Uint8Array,
  headers: Readonly<Record<string, string | string[] | undefined>>,
  secret: string,
): Promise<string[]> {
  const name = Object.keys(headers).find((each) => each.toLowerCase() === "x-service-signature");
  const signature = name === undefined ? undefined : headers[name];
  const found: string[] = [];
  for (const candidate of [...changesOfBody(body, secret), ...changesOfSecret(body, secret)])
    if (await verifySignature(candidate.body, signature, candidate.secret)) found.push(candidate.sentence);
  return found;
}

function changesOfBody(body: Uint8Array, secret: string): Candidate[] {
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(body);
  const lineFeed = text.endsWith("\n")
    ? {
        sentence: "without the line feed at the end of the body, which an editor may have added",
        body: text.replace(/\r?\n$/, ""),
      }
    : { sentence: "with a line feed at the end of the body, which was lost in the capture", body: `${text}\n` };
  const serialised = formsOfJson(text).map((form) => ({
    sentence: "with the JSON serialised again: something parsed and serialised the body",
    body: form,
  }));
  return [
    lineFeed,
    { sentence: "with LF instead of CRLF in the body", body: text.replaceAll("\r\n", "\n") },
    { sentence: "with CRLF instead of LF in the body", body: text.replace(/\r?\n/g, "\r\n") },
    { sentence: "with the byte order mark that was lost in the capture", body: `\uFEFF${text}` },
    ...serialised,
  ].map((change) => ({ ...change, secret }));
}

function changesOfSecret(body: Uint8Array, secret: string): Candidate[] {
  const withLineFeed = {
    sentence: "with a secret that ends in a line feed: the sender's secret was pasted with one",
    body,
    secret: new TextEncoder().encode(`${secret}\n`),
  };
  const isBase64 = /^[A-Za-z0-9+/]+={0,2}$/.test(secret) && secret.length % 4 === 0;
  if (!isBase64) return [withLineFeed];
  const decoded = {
    sentence: "with the secret decoded from base64; it must be used as text",
    body,
    secret: new Uint8Array(Buffer.from(secret, "base64")),
  };
  return [withLineFeed, decoded];
}

function formsOfJson(text: string): string[] {
  try {
    const value: unknown = JSON.parse(text);
    return [JSON.stringify(value), JSON.stringify(value, null, 2)];
  } catch {
    return [];
  }
}
