// Connects to the first responding address of a host. Each has the full connect timeout; the next one starts when an earlier
// one has failed or is slow (RFC 8305, 5). node:net's own selection gives every address except the last only a quarter of a second.
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
export class NoAddressAnswered extends Error {
  override readonly name = "NoAddressAnswered";
  readonly isTimeout: boolean;

  constructor(failures: readonly { message: string; isTimeout: boolean }[]) {
    super(failures.map(({ message }) => message).join("; "));
    this.isTimeout = failures.every(({ isTimeout }) => isTimeout);
  }
}

/** The first connected socket; all others are destroyed. @throws NoAddressAnswered */
export function connectAny(options: ConnectAnyOptions, addresses: readonly string[]): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const queue = [...addresses];
    const underWay = new Set<() => void>();
    const failures: { message: string; isTimeout: boolean }[] = [];
    let stagger: NodeJS.Timeout | undefined;

    function startNext() {
      clearTimeout(stagger);
      const address = queue.shift();
      if (address === undefined) {
        if (underWay.size === 0) reject(new NoAddressAnswered(failures));
        return;
      }
      const give = tryOne(options, address, {
        connected(socket) {
          underWay.delete(give);
          clearTimeout(stagger);
          for (const giveUp of underWay) giveUp();
          resolve(socket);
        },
        failed(message, isTimeout) {
          underWay.delete(give);
          failures.push({ message: `${address}: ${message}`, isTimeout });
          startNext();
        },
      });
      underWay.add(give);
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
  const timer = setTimeout(() => fail("no connection in time", true), limitMs);
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
    giveUp();
    on.failed(message, isTimeout);
  }
  function giveUp() {
    release();
    socket.removeAllListeners("connect");
    socket.on("error", () => undefined); // a second error of a destroyed socket must not end the process
    socket.destroy();
  }
  return giveUp;
}
