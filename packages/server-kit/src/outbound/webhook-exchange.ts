// One webhook over one connection: the request is sent, and the status, some headers and at most 4 KiB of the body become its result. A
// connection that the peer had closed while idle may be replaced once.
import type { IncomingHttpHeaders } from "node:http";
import type { Dispatcher } from "undici";
import type { SendOutcome } from "../domain/delivery-outcome.js";
import { limits } from "../domain/generated/limits.js";
import { keptResponseHeaders } from "../domain/response-headers.js";
import { ConnectError } from "./guarded-connector.js";
import type { WebhookConnection } from "./webhook-connections.js";

type WithoutDuration<Outcome> = Outcome extends unknown ? Omit<Outcome, "durationMs"> : never;
export type ExchangeResult = WithoutDuration<SendOutcome>;

export interface Exchange {
  /** Ends it now; returns the response so far, if a status has arrived. */
  cut(): ExchangeResult | undefined;
}

const captureBytes = limits.webhookResponseExcerptMaxBytes;
/** Bytes of a TLS close_notify: not part of a response. */
const closeNotifyBytes = 31;

export interface ExchangeRequest {
  path: string;
  request: { headers: Record<string, string>; body: Uint8Array };
  /** Whether a request that the peer did not process ends with `replay` instead of an error. */
  mayReplay: boolean;
  /** Called once. `isClean`: the response was complete, so the connection can be used again. */
  onEnd(result: ExchangeResult | "replay", connection: WebhookConnection, isClean: boolean): void;
}

/** Sends one request over one connection. */
export function exchange(
  connection: WebhookConnection,
  { path, request, mayReplay, onEnd }: ExchangeRequest,
): Exchange {
  const received = createResponseCapture();
  let isStale = () => false;
  let isOver = false;

  function finish(result: ExchangeResult | "replay", isClean: boolean) {
    if (isOver) return;
    isOver = true;
    onEnd(result, connection, isClean);
  }

  const handler: Dispatcher.DispatchHandler = {
    onRequestStart() {
      isStale = watchForStaleSocket(connection);
      connection.markUsed();
    },
    onResponseStart(_controller, httpStatus, headers) {
      if (httpStatus >= 200) received.start(httpStatus, headers);
    },
    onResponseData(_controller, chunk) {
      if (isOver) return;
      received.add(chunk);
      if (received.isFull()) finish(received.result(true) ?? broken("no status"), false);
    },
    onResponseEnd() {
      finish(received.result(false) ?? broken("no status"), true);
    },
    onResponseError(_controller, error) {
      const result = received.result(true);
      if (result === undefined && mayReplay && isStale()) finish("replay", false);
      else finish(result ?? failureOf(error), false);
    },
  };

  try {
    connection.client.dispatch({ path, method: "POST", headers: request.headers, body: request.body }, handler);
  } catch (error) {
    // Asynchronous, so that the caller already has the return value.
    queueMicrotask(() => finish(failureOf(error), false));
  }
  return {
    cut() {
      const result = received.result(true);
      finish(result ?? broken("cut"), false);
      return result;
    },
  };
}

/** The status, some headers and the first bytes of the body. */
function createResponseCapture() {
  const chunks: Buffer[] = [];
  let byteCount = 0;
  let response: { httpStatus: number; retryAfter: string | undefined; headers: string | undefined } | undefined;
  return {
    start(httpStatus: number, headers: IncomingHttpHeaders): void {
      const retryAfter: string | string[] | undefined = headers["retry-after"];
      response = {
        httpStatus,
        retryAfter: Array.isArray(retryAfter) ? retryAfter[0] : retryAfter,
        headers: keptResponseHeaders(headers),
      };
    },
    add(chunk: Buffer): void {
      chunks.push(chunk.subarray(0, Math.max(0, captureBytes - byteCount)));
      byteCount += chunk.length;
    },
    isFull: () => byteCount > captureBytes,
    /** Undefined before a status has arrived. */
    result: (isTruncated: boolean): ExchangeResult | undefined =>
      response && { kind: "responded", ...response, excerpt: excerptOf(chunks), isTruncated },
  };
}

/**
 * Call when a request starts. The returned function is true when the socket was used before and no byte of a response has arrived: the peer
 * has most probably closed the idle connection without reading the request. If it did read it, the second request is a duplicate with the
 * same delivery id.
 */
function watchForStaleSocket(connection: WebhookConnection): () => boolean {
  const socket = connection.socket();
  if (socket === undefined || !connection.isReused()) return () => false;
  const bytesBefore = socket.bytesRead;
  return () => socket.bytesRead - bytesBefore <= ("encrypted" in socket ? closeNotifyBytes : 0);
}

function broken(detail: string): ExchangeResult {
  return { kind: "failed", reason: "network", detail };
}

const invalidResponseCodes = new Set(["UND_ERR_HEADERS_OVERFLOW", "UND_ERR_RES_CONTENT_LENGTH_MISMATCH"]);
/** undici has no error code for a protocol upgrade. */
const invalidMessages = new Set(["bad upgrade"]);

function failureOf(error: unknown): ExchangeResult {
  if (error instanceof ConnectError) return { kind: "failed", reason: error.reason, detail: error.message };
  if (!(error instanceof Error)) return broken(String(error));
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  const isInvalid =
    error.name === "HTTPParserError" || invalidResponseCodes.has(code) || invalidMessages.has(error.message);
  const detail = `${code} ${error.message}`.trim();
  return { kind: "failed", reason: isInvalid ? "invalid_response" : "network", detail };
}

/** As text of at most 4 KiB, without a split character and without NUL, which not every database can store. */
function excerptOf(chunks: readonly Buffer[]): string {
  const text = new TextDecoder().decode(Buffer.concat(chunks), { stream: true }).replaceAll("\u0000", "\ufffd");
  if (Buffer.byteLength(text) <= captureBytes) return text;
  return new TextDecoder().decode(Buffer.from(text).subarray(0, captureBytes), { stream: true });
}
