// Opens the socket of a webhook connection: resolves and checks the host, TCP to a checked address, TLS with the host name.
// Errors are always passed to the callback, as ConnectError with the word for the delivery history.
import { connect as connectTcp, isIP, type Socket } from "node:net";
import { connect as connectTls, rootCertificates, type TLSSocket } from "node:tls";
import type { buildConnector } from "undici";
import { type AddressGuardOptions, BlockedAddressError, type VettedAddress, vetHost } from "./address-guard.js";
import { connectAny, NoAddressConnectedError } from "./connect-any.js";

export type ConnectFailure = "timeout" | "network" | "tls" | "blocked_address";

/** A failed connection attempt; `reason` is the word for the delivery history. */
export class ConnectError extends Error {
  override readonly name = "ConnectError";
  readonly reason: ConnectFailure;

  constructor(reason: ConnectFailure, message: string, cause?: unknown) {
    super(message, { cause });
    this.reason = reason;
  }
}

export interface GuardedConnectorOptions extends AddressGuardOptions {
  /** For the DNS look-up, and for each TCP connection attempt; milliseconds. */
  connectTimeoutMs: number;
  /** For the TLS handshake after that; milliseconds. */
  handshakeTimeoutMs: number;
  /** Additional certificate authorities in PEM form. */
  certificateAuthority?: string | undefined;
}

/** Delay before the next address is tried concurrently (RFC 8305, 5). */
const staggerMs = 250;

/** @param onSocket receives the socket before undici does. */
export function createGuardedConnector(
  options: GuardedConnectorOptions,
  onSocket: (socket: Socket) => void,
): buildConnector.connector {
  return ({ hostname, port, protocol }, callback) => {
    open(options, {
      host: hostname,
      port: Number(port) || (protocol === "https:" ? 443 : 80),
      isTls: protocol === "https:",
    }).then(
      (socket) => {
        onSocket(socket);
        callback(null, socket);
      },
      (error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), null),
    );
  };
}

interface Target {
  host: string;
  port: number;
  isTls: boolean;
}

async function open(options: GuardedConnectorOptions, target: Target): Promise<Socket> {
  let vetted: VettedAddress[];
  try {
    vetted = await withinTimeout(vetHost(options, target.host), options.connectTimeoutMs);
  } catch (error) {
    if (error instanceof ConnectError) throw error;
    const reason = error instanceof BlockedAddressError ? "blocked_address" : "network";
    throw new ConnectError(reason, `${target.host}: ${messageOf(error)}`, error);
  }
  // By address, not by name, so that the name is not resolved again.
  const dial = (address: string) => connectTcp({ host: address, port: target.port, noDelay: true });
  try {
    const addresses = vetted.map(({ address }) => address);
    const socket = await connectAny({ dial, limitMs: options.connectTimeoutMs, staggerMs }, addresses);
    return target.isTls ? await secure(options, target, socket) : socket;
  } catch (error) {
    if (!(error instanceof NoAddressConnectedError)) throw error;
    throw new ConnectError(error.isTimeout ? "timeout" : "network", `${target.host}: ${error.message}`, error);
  }
}

/** TLS under the name of the host, over a connection to one of its addresses. */
function secure(options: GuardedConnectorOptions, { host }: Target, connection: Socket): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const socket = connectTls({
      socket: connection,
      host,
      ALPNProtocols: ["http/1.1"],
      ...(isIP(host) === 0 && { servername: host.replace(/\.$/, "") }),
      ...(options.certificateAuthority !== undefined && { ca: [...rootCertificates, options.certificateAuthority] }),
    });
    const timer = setTimeout(
      fail,
      options.handshakeTimeoutMs,
      new ConnectError("timeout", `${host}: TLS handshake timed out`),
    );
    socket.once("secureConnect", () => {
      clearTimeout(timer);
      socket.off("error", fail);
      socket.off("close", onClose);
      resolve(socket);
    });
    socket.on("error", fail);
    socket.once("close", onClose);

    function onClose() {
      fail(new ConnectError("tls", `${host}: closed before it was ready`));
    }
    function fail(error: unknown) {
      clearTimeout(timer);
      socket.off("close", onClose);
      // The listener stays: a second error of a destroyed socket must not end the process.
      socket.destroy();
      reject(error instanceof ConnectError ? error : new ConnectError("tls", `${host}: ${messageOf(error)}`, error));
    }
  });
}

function withinTimeout<Result>(work: Promise<Result>, timeoutMs: number): Promise<Result> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new ConnectError("timeout", "DNS look-up timed out")), timeoutMs);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

function messageOf(error: unknown): string {
  return error instanceof Error ? `${"code" in error ? `${String(error.code)} ` : ""}${error.message}` : String(error);
}
