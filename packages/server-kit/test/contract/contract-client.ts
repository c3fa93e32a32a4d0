// Calls a service under test over HTTP and checks every response against the contract: status, headers, body,
// and what no response may contain.
import { Agent, type IncomingHttpHeaders, request } from "node:http";
import { expect } from "vitest";
import { checkResponse, type ResponseRecorder } from "../../../../spec/response-check.js";

export interface CallOptions {
  method?: string;
  key?: string | undefined;
  /** Sent as JSON. */
  json?: unknown;
  /** Sent unchanged; with a default Content-Type unless `headers` has one. */
  body?: string | Uint8Array;
  headers?: Record<string, string | string[]>;
}

export interface ReceivedResponse {
  status: number;
  headers: Record<string, string>;
  /** Parsed JSON; text when it is not JSON; undefined when there was no body. */
  body: unknown;
  text: string;
}

export interface ContractClient {
  /** @param path below the service's address, query included, sent as it is written. */
  call(path: string, options?: CallOptions): Promise<ReceivedResponse>;
  /** The body as an object, for reading a field. */
  fields(path: string, options?: CallOptions): Promise<Record<string, unknown>>;
  close(): void;
}

/** A response never contains stack traces, SQL, file names or module paths. */
const internals = /node_modules|\bat .+:\d+:\d+|SQLITE|SELECT |disk I\/O|\.ts\b|payments\.db|Error:/;

export function createContractClient(url: string, recorder: ResponseRecorder): ContractClient {
  const { hostname, port, pathname } = new URL(url);
  const basePath = pathname.replace(/\/+$/, "");
  // A connection for each call: on a busy machine a call may be sent on an idle one that its server is closing, which fails it.
  const agent = new Agent({ maxSockets: 100 });

  async function call(path: string, options: CallOptions = {}): Promise<ReceivedResponse> {
    const payload = options.json === undefined ? options.body : JSON.stringify(options.json);
    const method = options.method ?? (payload === undefined ? "GET" : "POST");
    const target = `${basePath}${path}`;
    const response = await send(
      method,
      target,
      {
        ...(options.key !== undefined && { Authorization: `Bearer ${options.key}` }),
        ...(payload !== undefined && { "Content-Type": "application/json" }),
        ...options.headers,
      },
      payload,
    );
    const exchange = { method, path: target, status: response.status, headers: response.headers, body: response.body };
    expect(
      checkResponse(exchange, { basePath }),
      `${method} ${target} -> ${response.status} ${response.text.slice(0, 500)}`,
    ).toEqual([]);
    expect(response.headers["cache-control"], `${method} ${target}`).toBe("no-store");
    expect(response.headers.etag).toBeUndefined();
    if (!path.startsWith("/openapi.json")) expect(response.text).not.toMatch(internals);
    recorder.record(exchange);
    return response;
  }

  function send(
    method: string,
    path: string,
    headers: Record<string, string | string[]>,
    payload: string | Uint8Array | undefined,
  ): Promise<ReceivedResponse> {
    return new Promise((resolve, reject) => {
      const sent = request({ agent, host: hostname, port, method, path, headers, timeout: 15_000 }, (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", reject);
        response.on("end", () => {
          const text = Buffer.concat(chunks).toString("utf8");
          resolve({
            status: response.statusCode ?? 0,
            headers: singleValues(response.headers),
            body: parseBody(text),
            text,
          });
        });
      });
      sent.on("timeout", () => sent.destroy(new Error(`${method} ${path} hangs`)));
      sent.on("error", reject);
      sent.end(payload);
    });
  }

  return {
    call,
    async fields(path, options) {
      const { body } = await call(path, options);
      // `call` has checked the body against its schema, and every response schema is an object.
      return body as Record<string, unknown>;
    },
    close: () => agent.destroy(),
  };
}

/** The code of an error response's body. */
export function codeOf(body: unknown): unknown {
  // Every error body is an object.
  return (body as Record<string, unknown>).code;
}

function singleValues(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value ?? ""].flat().join(", ")]));
}

function parseBody(text: string): unknown {
  if (text === "") return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
