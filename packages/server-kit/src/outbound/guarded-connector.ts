// Opens the socket of one webhook connection: name looked up and vetted, TCP to a vetted address, TLS under the name.
// Errors always come through the callback, as ConnectError with the word that the delivery history keeps.
import { connect as connectTcp, isIP, type Socket } from "node:net";
import { connect as connectTls, rootCertificates, type TLSSocket } from "node:tls";
import type { buildConnector } from "undici";
import {
  type AddressGuardOptions,
  BlockedAddressError,
  pinnedLookup,
  type VettedAddress,
  vetHost,
} from "./address-guard.js";

export type ConnectFailure = "timeout" | "network" | "tls" | "blocked_address";

export class ConnectError extends Error {
  override readonly name = "ConnectError";
  readonly reason: ConnectFailure;

  constructor(reason: ConnectFailure, message: string, cause?: unknown) {
    super(message, { cause });
    this.reason = reason;
  }
}

export interface GuardedConnectorOptions extends AddressGuardOptions {
  /** For look-up and TCP together. */
  connectTimeoutMs: number;
  /** For the TLS handshake after that. */
  handshakeTimeoutMs: number;
  /** More certificate authorities in PEM form, beside the system's. */
  certificateAuthority?: string | undefined;
}

/** @param onSocket sees the socket before undici does. */
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
  const startedAt = performance.now();
  let vetted: VettedAddress[];
  try {
    vetted = await inTime(vetHost(options, target.host), options.connectTimeoutMs);
  } catch (error) {
    if (error instanceof ConnectError) throw error;
    const reason = error instanceof BlockedAddressError ? "blocked_address" : "network";
    throw new ConnectError(reason, `${target.host}: ${messageOf(error)}`, error);
  }
  const leftMs = Math.max(1, options.connectTimeoutMs - (performance.now() - startedAt));
  return connectSocket(options, target, vetted, leftMs);
}

function connectSocket(
  options: GuardedConnectorOptions,
  { host, port, isTls }: Target,
  vetted: readonly VettedAddress[],
  connectTimeoutMs: number,
): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const isLiteral = isIP(host) !== 0;
    const where = { host, port, autoSelectFamily: true, ...(!isLiteral && { lookup: pinnedLookup(vetted) }) };
    const socket: Socket | TLSSocket = isTls
      ? connectTls({
          ...where,
          ALPNProtocols: ["http/1.1"],
          ...(!isLiteral && { servername: host.replace(/\.$/, "") }),
          ...(options.certificateAuthority !== undefined && {
            ca: [...rootCertificates, options.certificateAuthority],
          }),
        })
      : connectTcp(where);
    socket.setNoDelay(true);
    let isConnected = false;
    let timer = setTimeout(fail, connectTimeoutMs, new ConnectError("timeout", `${host}: no connection in time`));

    socket.once("connect", () => {
      isConnected = true;
      clearTimeout(timer);
      if (isTls) {
        timer = setTimeout(fail, options.handshakeTimeoutMs, new ConnectError("timeout", `${host}: no TLS in time`));
      } else succeed();
    });
    if (isTls) socket.once("secureConnect", succeed);
    socket.on("error", fail);
    socket.once("close", onClose);

    function succeed() {
      clearTimeout(timer);
      socket.off("error", fail);
      socket.off("close", onClose);
      resolve(socket);
    }
    function onClose() {
      fail(new ConnectError(isConnected && isTls ? "tls" : "network", `${host}: closed before it was ready`));
    }
    function fail(error: unknown) {
      clearTimeout(timer);
      socket.off("close", onClose);
      // The listener stays: a second error of a destroyed socket must not end the process.
      socket.destroy();
      if (error instanceof ConnectError) reject(error);
      else reject(new ConnectError(isConnected && isTls ? "tls" : "network", `${host}: ${messageOf(error)}`, error));
    }
  });
}

function inTime<Result>(work: Promise<Result>, timeoutMs: number): Promise<Result> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new ConnectError("timeout", "no address in time")), timeoutMs);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

function messageOf(error: unknown): string {
  return error instanceof Error ? `${"code" in error ? `${String(error.code)} ` : ""}${error.message}` : String(error);
}
