// Options of the server that `listen()` opens: timeouts and connection limit. A host with its own server sets these there.
import { createServer, type RequestListener, type Server } from "node:http";
import { maxTimerMs } from "../domain/timer-limit.js";

export interface ListenOptions {
  /** Time for a whole request to arrive, including its body, in milliseconds; afterwards the response is 408. Default 30 000. */
  requestTimeoutMs?: number | undefined;
  /** Time for the headers of a request to arrive, in milliseconds; default 15 000. At most `requestTimeoutMs`. */
  headersTimeoutMs?: number | undefined;
  /**
   * How long an idle connection is kept open, in milliseconds; default 65 000. Should be longer than in the load balancer in front, where it
   * is usually 60 s: a connection closed here while the balancer sends a request becomes a 502 there.
   */
  keepAliveTimeoutMs?: number | undefined;
  /** Concurrent connections; further ones are closed. Default 5000. */
  maxConnections?: number | undefined;
}

const defaults = {
  requestTimeoutMs: 30_000,
  headersTimeoutMs: 15_000,
  keepAliveTimeoutMs: 65_000,
  maxConnections: 5000,
};

/** How often timeouts are checked; with the platform's interval of 30 s, a short limit would be exceeded by far. */
const maxCheckMs = 5000;

export function createListeningServer(listener: RequestListener, options: ListenOptions = {}): Server {
  const requestTimeout = options.requestTimeoutMs ?? defaults.requestTimeoutMs;
  const server = createServer(
    {
      requestTimeout,
      headersTimeout: options.headersTimeoutMs ?? Math.min(defaults.headersTimeoutMs, requestTimeout),
      keepAliveTimeout: options.keepAliveTimeoutMs ?? defaults.keepAliveTimeoutMs,
      connectionsCheckingInterval: Math.min(maxCheckMs, Math.max(10, requestTimeout / 4)),
    },
    listener,
  );
  server.maxConnections = options.maxConnections ?? defaults.maxConnections;
  return server;
}

/** The first invalid option, or undefined. */
export function findListenProblem(
  options: ListenOptions,
): { option: keyof ListenOptions; expected: string } | undefined {
  const names = ["requestTimeoutMs", "headersTimeoutMs", "keepAliveTimeoutMs", "maxConnections"] as const;
  for (const option of names) {
    const value = options[option];
    const max = option === "maxConnections" ? Number.MAX_SAFE_INTEGER : maxTimerMs;
    if (value !== undefined && !(Number.isSafeInteger(value) && value > 0 && value <= max)) {
      return { option, expected: `a whole number above 0, ${max} at most` };
    }
  }
  const { requestTimeoutMs = defaults.requestTimeoutMs, headersTimeoutMs } = options;
  return headersTimeoutMs !== undefined && headersTimeoutMs > requestTimeoutMs
    ? { option: "headersTimeoutMs", expected: `at most requestTimeoutMs, ${requestTimeoutMs}` }
    : undefined;
}

const clientCodes = ["ECONNRESET", "ECONNABORTED", "EPIPE", "ERR_HTTP_REQUEST_TIMEOUT", "ERR_STREAM_PREMATURE_CLOSE"];

/** The client disconnected or was too slow: not an error of the service. */
export function isOfClient(error: unknown): error is { code: string } {
  const code: unknown = typeof error === "object" && error !== null && "code" in error ? error.code : undefined;
  return typeof code === "string" && (clientCodes.includes(code) || code.startsWith("HPE_"));
}
