// Connects to the first responding address of a host. Each has the full connect timeout; the next one starts when an earlier
// one has failed or is slow (RFC 8305, 5). node:net's own selection allows every address except the last only a quarter of a second.
import type { Socket } from "node:net";

export interface ConnectAnyOptions {
  /** Starts one connection. */
  dial(address: string): Socket;
  /** Timeout per address, milliseconds. */
  limitMs: number;
  /** Delay before the next address is tried concurrently. */
  staggerMs: number;
}

/** No address could be connected. `isTimeout`: all of them timed out. */
export class NoAddressConnectedError extends Error {
  override readonly name = "NoAddressConnectedError";
  readonly isTimeout: boolean;

  constructor(failures: readonly { message: string; isTimeout: boolean }[]) {
    super(failures.map(({ message }) => message).join("; "));
    this.isTimeout = failures.every(({ isTimeout }) => isTimeout);
  }
}

/** The first connected socket; all others are destroyed. @throws NoAddressConnectedError */
export function connectAny(options: ConnectAnyOptions, addresses: readonly string[]): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const queue = [...addresses];
    const attempts = new Set<() => void>();
    const failures: { message: string; isTimeout: boolean }[] = [];
    let stagger: NodeJS.Timeout | undefined;

    function startNext() {
      clearTimeout(stagger);
      const address = queue.shift();
      if (address === undefined) {
        if (attempts.size === 0) reject(new NoAddressConnectedError(failures));
        return;
      }
      const cancel = tryOne(options, address, {
        connected(socket) {
          attempts.delete(cancel);
          clearTimeout(stagger);
          for (const cancelOther of attempts) cancelOther();
          resolve(socket);
        },
        failed(message, isTimeout) {
          attempts.delete(cancel);
          failures.push({ message: `${address}: ${message}`, isTimeout });
          startNext();
        },
      });
      attempts.add(cancel);
      if (queue.length > 0) stagger = setTimeout(startNext, options.staggerMs);
    }
    startNext();
  });
}

/** Calls one of the two callbacks asynchronously; the returned function cancels without either. */
function tryOne(
  { dial, limitMs }: ConnectAnyOptions,
  address: string,
  on: { connected(socket: Socket): void; failed(message: string, isTimeout: boolean): void },
): () => void {
  const socket = dial(address);
  const timer = setTimeout(() => fail("connection timed out", true), limitMs);
  socket.once("connect", () => {
    release();
    on.connected(socket);
  });
  socket.once("error", onError);
  socket.once("close", onClose);

  function release() {
    clearTimeout(timer);
    socket.off("error", onError);
    socket.off("close", onClose);
  }
  function onError(error: Error) {
    fail(error.message, false);
  }
  function onClose() {
    fail("closed before it was connected", false);
  }
  function fail(message: string, isTimeout: boolean) {
    cancel();
    on.failed(message, isTimeout);
  }
  function cancel() {
    release();
    socket.removeAllListeners("connect");
    socket.on("error", () => undefined); // a second error of a destroyed socket must not end the process
    socket.destroy();
  }
  return cancel;
}
