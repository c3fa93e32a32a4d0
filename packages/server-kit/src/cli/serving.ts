// Chooses the address, listens, and stops gracefully: shared by `serve` and `demo`.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { isLoopback } from "../domain/loopback.js";
import { errorCode } from "../domain/read-field.js";
import { createLinks } from "../http/links.js";
import type { PaymentService } from "../payment-service.js";
import { type GivenOptions, UsageError } from "./command.js";
import type { CommandIo } from "./command-io.js";
import { wholeNumber } from "./option-values.js";

export interface ListenAddress {
  host: string;
  port: number;
  /** The address that the process listens on, as a URL. */
  listenUrl: string;
  /** The URL in front of all links. */
  baseUrl: string;
}

const defaultPort = 8080;

/** Time for requests and deliveries in progress after the signal. */
const stopTimeoutMs = 10_000;

/**
 * With `io`, another port is chosen when the default port is in use, and a line there reports it.
 * @throws UsageError for a host or port that cannot be listened on.
 */
export async function chooseAddress(given: GivenOptions, io?: Pick<CommandIo, "error">): Promise<ListenAddress> {
  const host = hostOf(given);
  const ownPort = givenPort(given);
  const preferredPort = ownPort ?? defaultPort;
  // Links contain the port, so it is chosen before the service is created.
  const isInUse = ownPort === undefined && io !== undefined && !(await isFree(preferredPort, host));
  const port = preferredPort === 0 || isInUse ? await findFreePort(given, host) : preferredPort;
  if (isInUse) io.error(`Port ${preferredPort} is in use: using port ${port}. To choose one, give --port.`);
  return addressOf(given, port);
}

function hostOf(given: GivenOptions): string {
  return given.text("host") || "127.0.0.1";
}

export function givenPort(given: GivenOptions): number | undefined {
  return wholeNumber(given, "port", { min: 0, max: 65_535 });
}

/** @throws UsageError for a public host without a base URL. */
export function addressOf(given: GivenOptions, port = defaultPort): ListenAddress {
  const host = hostOf(given);
  const listenUrl = `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
  const isEveryAddress = host === "0.0.0.0" || host === "::";
  if (!isEveryAddress && !isLoopback(host) && !given.text("base-url")) {
    throw new UsageError(
      `${given.source("host")} ${host} is not a loopback address, so links need the address that buyers use: give --base-url with an https:// URL.`,
    );
  }
  return {
    host,
    port,
    listenUrl,
    baseUrl: normalizedBaseUrl(given.text("base-url") || (isEveryAddress ? `http://127.0.0.1:${port}` : listenUrl)),
  };
}

/** Without a slash at its end and percent-encoded; an invalid one is reported when the service is created. */
function normalizedBaseUrl(baseUrl: string): string {
  try {
    return createLinks(baseUrl).baseUrl;
  } catch {
    return baseUrl;
  }
}

/** @throws UsageError that names the source of the host. */
export async function requireListenableHost(given: GivenOptions): Promise<void> {
  await findFreePort(given, hostOf(given));
}

/**
 * Listens; `finished` resolves when the service has stopped after a signal. It is in an object, because awaiting a promise of a promise
 * would wait for both.
 */
export async function listenAndStopOnSignal(
  service: PaymentService,
  given: GivenOptions,
  { host, port }: ListenAddress,
  io: CommandIo,
  stopOthers: () => Promise<void> = async () => {},
): Promise<{ finished: Promise<void> }> {
  try {
    await service.listen(port, host);
  } catch (error) {
    await Promise.allSettled([service.stop(), stopOthers()]);
    throw listenError(error, given, { port, host });
  }
  const stopped = new Promise<void>((resolve) => io.onStop(resolve));
  return { finished: stopped.then(() => stopWithin(service, io, stopOthers)) };
}

async function stopWithin(service: PaymentService, io: CommandIo, stopOthers: () => Promise<void>): Promise<void> {
  io.error("Stopping: running requests and deliveries are finished first.");
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<"late">((resolve) => {
    timer = setTimeout(() => resolve("late"), stopTimeoutMs);
  });
  const stopping = Promise.all([service.stop(), stopOthers()]);
  const ended = await Promise.race([stopping, late]).finally(() => clearTimeout(timer));
  if (ended === "late") {
    // Unfinished work is in the database: the next start continues it.
    io.error(
      `Some requests or deliveries did not finish within ${stopTimeoutMs / 1000} s; unfinished deliveries are sent after the next start.`,
    );
    process.exit(1);
  }
}

const unusableHostCodes = ["EADDRNOTAVAIL", "ENOTFOUND", "EAI_AGAIN", "EINVAL", "EAFNOSUPPORT", "ENODATA"];

function listenError(
  error: unknown,
  given: GivenOptions,
  { port, host }: Pick<ListenAddress, "port" | "host">,
): unknown {
  const code = errorCode(error);
  if (code === "EADDRINUSE")
    return new UsageError(`Port ${port} is in use: choose another with ${given.source("port")}, or 0 for a free one.`);
  if (code === "EACCES")
    return new UsageError(
      `This user has no permission to listen on port ${port}: choose one above 1023 with ${given.source("port")}.`,
    );
  if (unusableHostCodes.some((known) => known === code)) {
    return new UsageError(
      `${given.source("host")} "${host}" is not an address of this machine: give 127.0.0.1, or 0.0.0.0 for all its addresses.`,
    );
  }
  return error;
}

/** Another error than a port in use is reported when the service listens. */
async function isFree(port: number, host: string): Promise<boolean> {
  try {
    await probePort(port, host);
    return true;
  } catch (error) {
    return errorCode(error) !== "EADDRINUSE";
  }
}

async function findFreePort(given: GivenOptions, host: string): Promise<number> {
  try {
    return await probePort(0, host);
  } catch (error) {
    throw listenError(error, given, { port: 0, host });
  }
}

/** Listens for a moment; returns the port, which the system chooses for 0. @throws the error of the system. */
async function probePort(port: number, host: string): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve, reject) => {
    probe.once("error", reject);
    probe.listen(port, host, resolve);
  });
  // A server that listens on a port has such an address.
  const { port: chosen } = probe.address() as AddressInfo;
  await new Promise<void>((resolve) => probe.close(() => resolve()));
  return chosen;
}
