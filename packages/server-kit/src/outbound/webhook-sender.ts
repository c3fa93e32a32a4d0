// Posts one webhook and returns its outcome: one deadline for look-up, connection, TLS, request, response and capture; at most 4 KiB
// are kept, nothing is decompressed, no redirect is followed (spec/rules.md#events, spec/rules.md#delivery-rules).
import type { Socket } from "node:net";
import type { Dispatcher } from "undici";
import type { SendOutcome } from "../domain/delivery-outcome.js";
import { limits } from "../domain/generated/limits.js";
import { keptResponseHeaders } from "../domain/response-headers.js";
import { checkWebhookUrl, type WebhookUrlOptions } from "../domain/webhook-url.js";
import { ConnectError } from "./guarded-connector.js";
import { createResolver, type LookupFunction, resolverFromLookup } from "./resolve-host.js";
import { openWebhookConnections, type WebhookConnection, type WebhookConnections } from "./webhook-connections.js";

export interface WebhookSenderOptions extends WebhookUrlOptions {
  /** For the look-up and for each address of the host, within the timeout of the send. Default 5 s. */
  connectTimeoutMs?: number | undefined;
  /** Replaces DNS resolution. */
  lookup?: LookupFunction | undefined;
  /** Additional certificate authorities in PEM form. */
  certificateAuthority?: string | undefined;
}

export interface WebhookRequest {
  url: string;
  headers: Record<string, string>;
  /** Sent byte for byte. */
  body: Uint8Array;
  /** For everything together, milliseconds. */
  timeoutMs: number;
}

/** A sender whose client can be loaded ahead of the first send. */
export interface PreparedSender extends WebhookSender {
  prepare(): Promise<void>;
}

export interface WebhookSender {
  /** Never throws. */
  send(request: WebhookRequest): Promise<SendOutcome>;
  /** Aborts sends in flight (outcome `aborted`) and closes all connections. */
  close(): void;
}

const closed: SendOutcome = { kind: "failed", reason: "aborted", detail: "shutting down", durationMs: 0 };
const captureBytes = limits.webhookResponseExcerptMaxBytes;
/** Bytes of a TLS close_notify: not part of a response. */
const closeNotifyBytes = 31;

export function createWebhookSender(options: WebhookSenderOptions): PreparedSender {
  let opening: Promise<WebhookConnections> | undefined;
  const openConnections = () =>
    openWebhookConnections({
      resolve: options.lookup === undefined ? createResolver() : resolverFromLookup(options.lookup),
      allowPrivateNetwork: options.allowPrivateNetwork,
      connectTimeoutMs: options.connectTimeoutMs ?? 5000,
      handshakeTimeoutMs: 30_000,
      certificateAuthority: options.certificateAuthority,
    });
  const targetOf = createTargetCache(options);
  const inFlight = new Set<() => void>();
  let isClosed = false;

  async function send(request: WebhookRequest): Promise<SendOutcome> {
    const startedAt = performance.now();
    const target = targetOf(request.url);
    if ("kind" in target) return { ...target, durationMs: 0 };
    const { origin, path } = target;
    opening ??= openConnections();
    const connections = await opening;
    if (isClosed) return { ...closed };
    return new Promise((resolve) => {
      let isOver = false;
      let current: Exchange | undefined;
      const timer = setTimeout(() => end({ kind: "failed", reason: "timeout", detail: "deadline" }), request.timeoutMs);
      const abort = () => end(closed);
      inFlight.add(abort);
      start(false);

      function start(isReplay: boolean) {
        current = exchange(connections.acquire(origin), {
          path,
          request,
          mayReplay: !isReplay,
          onEnd(result, connection, isClean) {
            if (isClean) connections.release(origin, connection);
            else connections.discard(connection);
            if (isOver) return;
            if (result === "replay") start(true);
            else end(result);
          },
        });
      }

      function end(result: ExchangeResult) {
        if (isOver) return;
        isOver = true;
        clearTimeout(timer);
        inFlight.delete(abort);
        // Once the status has arrived it decides, whatever happens to the body.
        const final = result.kind === "failed" ? (current?.cut() ?? result) : result;
        resolve({ ...final, durationMs: performance.now() - startedAt });
      }
    });
  }

  return {
    async prepare() {
      opening ??= openConnections();
      await opening;
    },
    send: (request) => (isClosed ? Promise.resolve({ ...closed }) : send(request)),
    close() {
      isClosed = true;
      for (const abort of [...inFlight]) abort();
      opening?.then((connections) => connections.close()).catch(() => undefined);
    },
  };
}

type WithoutDuration<Outcome> = Outcome extends unknown ? Omit<Outcome, "durationMs"> : never;
type ExchangeResult = WithoutDuration<SendOutcome>;

interface Exchange {
  /** Ends it now; returns the response so far, if a status has arrived. */
  cut(): ExchangeResult | undefined;
}

const maxCachedTargets = 1000;

/** Checks and parses each URL once. The addresses of its host are checked by the connector, at each connection. */
function createTargetCache(
  options: WebhookUrlOptions,
): (url: string) => { origin: string; path: string } | ExchangeResult {
  const targets = new Map<string, { origin: string; path: string } | ExchangeResult>();
  return (url) => {
    let target = targets.get(url);
    if (target === undefined) {
      target = parseTarget(url, options);
      if (targets.size >= maxCachedTargets) targets.clear();
      targets.set(url, target);
    }
    return target;
  };
}

function parseTarget(url: string, options: WebhookUrlOptions): { origin: string; path: string } | ExchangeResult {
  const check = checkWebhookUrl(url, options);
  if (check.ok) return { origin: check.url.origin, path: check.url.pathname + check.url.search };
  return {
    kind: "failed",
    reason: check.rule === "address" ? "blocked_address" : "invalid_url",
    detail: check.message,
  };
}

/** One request over one connection. */
function exchange(
  connection: WebhookConnection,
  {
    path,
    request,
    mayReplay,
    onEnd,
  }: {
    path: string;
    request: WebhookRequest;
    mayReplay: boolean;
    onEnd(result: ExchangeResult | "replay", connection: WebhookConnection, isClean: boolean): void;
  },
): Exchange {
  const chunks: Buffer[] = [];
  let byteCount = 0;
  let response: { httpStatus: number; retryAfter: string | undefined; headers: string | undefined } | undefined;
  let carrier: { socket: Socket | undefined; isReused: boolean; bytesBefore: number } | undefined;
  let isOver = false;

  const handler: Dispatcher.DispatchHandler = {
    onRequestStart() {
      const socket = connection.socket();
      carrier = { socket, isReused: connection.isReused(), bytesBefore: socket?.bytesRead ?? 0 };
      connection.markUsed();
    },
    onResponseStart(_controller, httpStatus, headers) {
      if (httpStatus < 200) return;
      const retryAfter = headers["retry-after"];
      response = {
        httpStatus,
        retryAfter: Array.isArray(retryAfter) ? retryAfter[0] : retryAfter,
        headers: keptResponseHeaders(headers),
      };
    },
    onResponseData(_controller, chunk) {
      if (isOver) return;
      chunks.push(chunk.subarray(0, captureBytes - byteCount));
      byteCount += chunk.length;
      if (byteCount > captureBytes) finish(responseSoFar(true) ?? broken("no status"), false);
    },
    onResponseEnd() {
      finish(responseSoFar(false) ?? broken("no status"), true);
    },
    onResponseError(_controller, error) {
      if (response === undefined && mayReplay && isStale()) finish("replay", false);
      else finish(responseSoFar(true) ?? failureOf(error), false);
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
      const result = responseSoFar(true);
      finish(result ?? broken("cut"), false);
      return result;
    },
  };

  function finish(result: ExchangeResult | "replay", isClean: boolean) {
    if (isOver) return;
    isOver = true;
    onEnd(result, connection, isClean);
  }

  function responseSoFar(isTruncated: boolean): ExchangeResult | undefined {
    return response && { kind: "responded", ...response, excerpt: excerptOf(chunks), isTruncated };
  }

  /** The peer closed the idle socket while the request was being sent: it was not processed. */
  function isStale(): boolean {
    if (carrier?.socket === undefined || !carrier.isReused) return false;
    const received = carrier.socket.bytesRead - carrier.bytesBefore;
    return received <= ("encrypted" in carrier.socket ? closeNotifyBytes : 0);
  }
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
