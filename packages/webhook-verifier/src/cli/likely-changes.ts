// Finds the likely change that explains a wrong signature: each candidate is tried by verifying with it.
import { verifySignature } from "../verify-webhook.js";

/** Sentences that continue "It would verify …", one for each change that explains the mismatch. */
export async function findLikelyChanges(
  body: Uint8Array,
  headers: Readonly<Record<string, string | string[] | undefined>>,
  secret: string,
): Promise<string[]> {
  const name = Object.keys(headers).find((each) => each.toLowerCase() === "x-service-signature");
  const signature = name === undefined ? undefined : headers[name];
  const found: string[] = [];
  for (const [sentence, changedBody, changedSecret] of candidates(body, secret))
    if (await verifySignature(changedBody, signature, changedSecret)) found.push(sentence);
  return found;
}

function candidates(body: Uint8Array, secret: string): [string, string | Uint8Array, string | Uint8Array][] {
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(body);
  const ends = (end: string): boolean => text.endsWith(end);
  const list: [string, string | Uint8Array, string | Uint8Array][] = [];
  if (ends("\n"))
    list.push([
      "without the line feed at the end of the body, which an editor may have added",
      text.replace(/\r?\n$/, ""),
      secret,
    ]);
  else list.push(["with a line feed at the end of the body, which was lost in the capture", `${text}\n`, secret]);
  list.push(["with LF instead of CRLF in the body", text.replaceAll("\r\n", "\n"), secret]);
  list.push(["with CRLF instead of LF in the body", text.replace(/\r?\n/g, "\r\n"), secret]);
  list.push(["with the byte order mark that was lost in the capture", `\uFEFF${text}`, secret]);
  for (const rewritten of rewrite(text))
    list.push(["with the JSON serialised again: something parsed and serialised the body", rewritten, secret]);
  list.push([
    "with a secret that ends in a line feed: the sender's secret was pasted with one",
    body,
    new TextEncoder().encode(`${secret}\n`),
  ]);
  if (/^[A-Za-z0-9+/]+={0,2}$/.test(secret) && secret.length % 4 === 0)
    list.push([
      "with the secret decoded from base64; it must be used as text",
      body,
      new Uint8Array(Buffer.from(secret, "base64")),
    ]);
  return list.filter(([, , changed]) => changed.length > 0);
}

function rewrite(text: string): string[] {
  try {
    const value: unknown = JSON.parse(text);
    return [JSON.stringify(value), JSON.stringify(value, null, 2)];
  } catch {
    return [];
  }
}
