// Forwards one webhook to the local server: the service's bytes and headers, signed with the listener's secret.
import { createHmac } from "node:crypto";
import type { CommandIo } from "./command-io.js";

export interface Webhook {
  deliveryId: string;
  event: string;
  headers: Record<string, string>;
  /** The exact bytes as text. */
  body: string;
}

export interface LocalResponse {
  /** `undefined` without a response. */
  status: number | undefined;
  text: string;
  durationMs: number;
}

/** The service's own timeout. */
const timeoutMs = 30_000;

/** Never rejects: an error is the response's text. */
export async function forward(
  io: Pick<CommandIo, "fetch" | "now">,
  { headers, body }: Pick<Webhook, "headers" | "body">,
  { url, secret }: { url: string; secret: string },
): Promise<LocalResponse> {
  const bytes = new TextEncoder().encode(body);
  const signature = `sha256=${createHmac("sha256", secret).update(bytes).digest("hex")}`;
  const startedAt = io.now();
  const ended = (status: number | undefined, text: string) => ({ status, text, durationMs: io.now() - startedAt });
  try {
    const response = await io.fetch(url, {
      method: "POST",
      headers: { ...headers, "X-Service-Signature": signature },
      body: bytes,
      redirect: "manual",
      signal: AbortSignal.timeout(timeoutMs),
    });
    return ended(response.status, await response.text());
  } catch (error) {
    const { cause } = Object(error);
    return ended(undefined, String(Object(cause).message || Object(error).message || error));
  }
}

/** `-> 200 (12 ms)`, with the beginning of the text when it is not a success. */
export function describeResponse({ status, text, durationMs }: LocalResponse): string {
  const isSuccess = status !== undefined && status >= 200 && status < 300;
  const shown = isSuccess || text === "" ? "" : `: ${text.replace(/\s+/g, " ").slice(0, 300)}`;
  return `-> ${status ?? "no response"} (${Math.round(durationMs)} ms)${shown}`;
}
