// A client must accept unsolicited interim responses (RFC 9110, 15.2), but undici, Node's fetch, closes the connection on a
// `100 Continue`. undici's documented diagnostics channel provides the socket of each request, from which they are removed here.
import { builtin } from "../../../webhook-verifier/src/runtime.js";

type Channels = Pick<typeof import("node:diagnostics_channel"), "subscribe">;
type Buffers = Pick<typeof import("node:buffer"), "Buffer">;
type Bytes = InstanceType<Buffers["Buffer"]>;
type Socket = import("node:net").Socket & { readonly alpnProtocol?: unknown };

const headEnd = "\r\n\r\n";
const maxHeadBytes = 16_384;

/** Origins of all clients of this process. */
const origins = new Set<string>();
let isSubscribed = false;

/** Applies to requests to this base URL through any undici from now on. Does nothing on runtimes other than Node. */
export function skipUnsolicitedContinue(baseUrl: string): void {
  const channels = builtin("node:diagnostics_channel") as Channels | undefined;
  const buffers = builtin("node:buffer") as Buffers | undefined;
  if (typeof channels?.subscribe !== "function" || buffers === undefined) return;
  origins.add(new URL(baseUrl).origin);
  if (isSubscribed) return;
  isSubscribed = true;
  /** For each socket: marks the next bytes as the start of a response. */
  const watched = new WeakMap<Socket, () => void>();
  channels.subscribe("undici:client:sendHeaders", (message) => {
    const { request, socket } = message as { request?: { origin?: unknown }; socket?: Socket };
    if (!origins.has(String(request?.origin)) || !isReadableHttp1(socket)) return;
    const expectResponse = watched.get(socket) ?? watch(socket, buffers.Buffer);
    watched.set(socket, expectResponse);
    expectResponse();
  });
}

/** Not HTTP/2, which reads its socket differently and has its own frames for interim responses. */
const isReadableHttp1 = (socket: Socket | undefined): socket is Socket =>
  typeof socket?.prependListener === "function" && socket.alpnProtocol !== "h2";

function watch(socket: Socket, { concat, isBuffer }: Buffers["Buffer"]): () => void {
  let isAtStart = false;
  let held: Bytes = concat([]);
  socket.prependListener("readable", () => {
    if (!isAtStart) return;
    const chunk: unknown = socket.read();
    if (!isBuffer(chunk)) return;
    held = afterInterim(concat([held, chunk]));
    if (mayBecomeInterim(held)) return;
    isAtStart = false;
    const rest = held;
    held = concat([]);
    socket.unshift(rest);
  });
  return () => {
    isAtStart = true;
  };
}

function afterInterim(bytes: Bytes): Bytes {
  if (!isInterim(bytes)) return bytes;
  const end = bytes.indexOf(headEnd);
  return end < 0 ? bytes : afterInterim(bytes.subarray(end + headEnd.length));
}

/** An incomplete head, or too few bytes to decide, also none: such a start would be completed to an interim response. */
function mayBecomeInterim(bytes: Bytes): boolean {
  const start = startOf(bytes);
  return isInterim(bytes) ? bytes.length <= maxHeadBytes : interim.test(start + "HTTP/1.1 100 ".slice(start.length));
}

const isInterim = (bytes: Bytes): boolean => interim.test(startOf(bytes));

/** Any interim response; 101 is final. */
const interim = /^HTTP\/1\.[01] 1(?!01)\d\d[ \r]/;

const startOf = (bytes: Bytes): string => bytes.toString("latin1", 0, 13);
