// Drops responses "100 Continue" that nobody asked for: a client must be able to take them (RFC 9110, 15.2), and undici ends the
// connection over one. Everything else, other interim responses too, is undici's.
import type { Socket } from "node:net";

const headEnd = "\r\n\r\n";
const maxHeadBytes = 16_384;

/**
 * Looks at what the socket gives before its other readers do. To be called before they listen.
 * @returns to be called when a request goes out: what comes next is the start of a response
 */
export function skipUnaskedContinue(socket: Socket): () => void {
  let isAtStart = false;
  let held: Buffer = Buffer.alloc(0);

  socket.on("readable", () => {
    if (!isAtStart) return;
    const chunk: unknown = socket.read();
    if (!Buffer.isBuffer(chunk)) return;
    held = afterContinues(Buffer.concat([held, chunk]));
    if (mayBecomeContinue(held)) return;
    isAtStart = false;
    const rest = held;
    held = Buffer.alloc(0);
    if (rest.length > 0) socket.unshift(rest);
  });
  return () => {
    isAtStart = true;
  };
}

function afterContinues(bytes: Buffer): Buffer {
  let rest = bytes;
  while (isContinue(rest)) {
    const end = rest.indexOf(headEnd);
    if (end < 0) return rest;
    rest = rest.subarray(end + headEnd.length);
  }
  return rest;
}

function isContinue(bytes: Buffer): boolean {
  return /^HTTP\/1\.[01] 100[ \r]/.test(startOf(bytes));
}

/** Too little to tell, or a head that is not complete. Nothing at all may become one, too. */
function mayBecomeContinue(bytes: Buffer): boolean {
  if (isContinue(bytes)) return bytes.length <= maxHeadBytes;
  const start = startOf(bytes);
  return (
    start.length < 13 &&
    ["HTTP/1.1 100 ", "HTTP/1.0 100 ", "HTTP/1.1 100\r", "HTTP/1.0 100\r"].some((line) => line.startsWith(start))
  );
}

function startOf(bytes: Buffer): string {
  return bytes.subarray(0, 13).toString("latin1");
}
