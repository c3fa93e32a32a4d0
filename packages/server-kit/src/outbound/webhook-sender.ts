// Posts one webhook and returns its outcome: one deadline for look-up, connection, TLS, request, response and capture; at most 4 KiB
// are kept, nothing is decompressed, no redirect is followed (webhook-exchange.ts; spec/rules.md#events, spec/rules.md#delivery-rules).
import type { SendOutcome } from "../domain/delivery-outcome.js";
import { openedOnce } from "../domain/opened-once.js";
import { checkWebhookUrl, type WebhookUrlOptions } from "../domain/webhook-url.js";
import type { GuardedConnectorOptions } from "./guarded-connector.js";
import { createResolver, type LookupFunction, resolverFromLookup } from "./resolve-host.js";
import { openWebhookConnections, type WebhookConnections } from "./webhook-connections.js";
import { type Exchange, type ExchangeResult, exchange } from "./webhook-exchange.js";

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

/** @param open Default: loads undici. */
export function createWebhookSender(options: WebhookSenderOptions, open = openWebhookConnections): PreparedSender {
  const opened = openedOnce(() => open(connectionOptions(options)));
  const targetOf = createTargetCache(options);
  const inFlight = new Set<() => void>();
  let isClosed = false;

  return {
    async prepare() {
      await opened.get();
    },
    async send(request) {
      if (isClosed) return { ...closed };
      const startedAt = performance.now();
      const target = targetOf(request.url);
      if ("kind" in target) return { ...target, durationMs: 0 };
      const connections = await opened.get().catch((error: unknown) => String(error));
      if (typeof connections === "string")
        return { kind: "failed", reason: "internal", detail: connections, durationMs: 0 };
      if (isClosed) return { ...closed };
      const result = await sendWithinDeadline({ connections, inFlight }, target, request);
      return { ...result, durationMs: performance.now() - startedAt };
    },
    close() {
      isClosed = true;
      for (const abort of [...inFlight]) abort();
      opened
        .current()
        ?.then((connections) => connections.close())
        .catch(() => undefined);
    },
  };
}

function connectionOptions(options: WebhookSenderOptions): GuardedConnectorOptions {
  return {
    resolve: options.lookup === undefined ? createResolver() : resolverFromLookup(options.lookup),
    allowPrivateNetwork: options.allowPrivateNetwork,
    connectTimeoutMs: options.connectTimeoutMs ?? 5000,
    handshakeTimeoutMs: 30_000,
    certificateAuthority: options.certificateAuthority,
  };
}

/** One request, sent a second time when the peer has closed the idle connection. Calling a function of `inFlight` aborts the send. */
function sendWithinDeadline(
  { connections, inFlight }: { connections: WebhookConnections; inFlight: Set<() => void> },
  { origin, path }: WebhookTarget,
  request: WebhookRequest,
): Promise<ExchangeResult> {
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
      resolve(result.kind === "failed" ? (current?.cut() ?? result) : result);
    }
  });
}

const maxCachedTargets = 1000;

interface WebhookTarget {
  origin: string;
  path: string;
}

/** Checks and parses each URL once. The addresses of its host are checked by the connector, at each connection. */
function createTargetCache(options: WebhookUrlOptions): (url: string) => WebhookTarget | ExchangeResult {
  const targets = new Map<string, WebhookTarget | ExchangeResult>();
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

function parseTarget(url: string, options: WebhookUrlOptions): WebhookTarget | ExchangeResult {
  const check = checkWebhookUrl(url, options);
  if (check.ok) return { origin: check.url.origin, path: check.url.pathname + check.url.search };
  return {
    kind: "failed",
    reason: check.rule === "address" ? "blocked_address" : "invalid_url",
    detail: `The webhook URL ${check.message}.`,
  };
}
