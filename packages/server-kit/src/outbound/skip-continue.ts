// Drops unsolicited interim responses: a client must accept them (RFC 9110, 15.2), but undici closes the connection on
// a "100 Continue". Everything else is undici's.
import type { Socket } from "node:net";

const headEnd = "\r\n\r\n";
const maxHeadBytes = 16_384;

/**
 * Filters the socket's data before its other readers. Call before they listen.
 * @returns a function to call when a request is sent: the next bytes are the start of a response
 */
export function skipUnsolicitedContinue(socket: Socket): () => void {
  let isAtStart = false;
  let held: Buffer = Buffer.alloc(0);

  socket.on("readable", () => {
    if (!isAtStart) return;
    const chunk: unknown = socket.read();
    if (!Buffer.isBuffer(chunk)) return;
    held = afterInterim(Buffer.concat([held, chunk]));
    if (mayBecomeInterim(held)) return;
    isAtStart = false;
    const rest = held;
    held = Buffer.alloc(0);
    if (rest.length > 0) socket.unshift(rest);
  });
  return () => {
    isAtStart = true;
  };
}

function afterInterim(bytes: Buffer): Buffer {
  let rest = bytes;
  while (isInterim(rest)) {
    const end = rest.indexOf(headEnd);
    if (end < 0) return rest;
    rest = rest.subarray(end + headEnd.length);
  }
  return rest;
}

/** 101 is excluded: it is a final response, of another protocol. */
function isInterim(bytes: Buffer): boolean {
  return /^HTTP\/1\.[01] 1(?!01)\d\d[ \r]/.test(startOf(bytes));
}

/** Too few bytes to decide (including none), or an incomplete head. */
function mayBecomeInterim(bytes: Buffer): boolean {
  if (isInterim(bytes)) return bytes.length <= maxHeadBytes;
  return /^(H(T(T(P(\/(1(\.([01]( (1\d{0,2})?)?)?)?)?)?)?)?)?)?$/.test(startOf(bytes));
}

function startOf(bytes: Buffer): string {
  return bytes.subarray(0, 13).toString("latin1");
}
