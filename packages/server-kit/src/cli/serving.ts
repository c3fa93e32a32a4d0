// Listening, and ending well: what `serve` and `demo` share.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { errorCode } from "../domain/read-field.js";
import type { PaymentService } from "../payment-service.js";
import { type GivenOptions, UsageError } from "./command.js";
import type { CommandIo } from "./command-io.js";
import { wholeNumber } from "./option-values.js";

export interface ListenAddress {
  host: string;
  port: number;
  /** Where the process itself listens. */
  listenUrl: string;
  /** What links are made from. */
  baseUrl: string;
}

const defaultPort = 8080;

/** How long requests and sends under way may take to end after the signal. */
const stopWithinMs = 10_000;

/**
 * With `io`, a port that was not asked for may be another one when it is taken, and that is said there.
 * @throws UsageError for a port that cannot be.
 */
export async function chooseAddress(given: GivenOptions, io?: Pick<CommandIo, "error">): Promise<ListenAddress> {
  const host = given.text("host") || "127.0.0.1";
  const asked = wholeNumber(given, "port", { min: 0, max: 65_535 });
  await requireListenable(given, host);
  const wanted = asked ?? defaultPort;
  // Links need the port before the service exists, so a free one is looked for here.
  const isTaken = asked === undefined && io !== undefined && !(await isFree(wanted, host));
  const port = wanted === 0 || isTaken ? await findFreePort(given, host) : wanted;
  if (isTaken) io.error(`Port ${wanted} is taken: this runs on port ${port}. --port chooses another.`);
  const listenUrl = `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
  const isEverywhere = host === "0.0.0.0" || host === "::";
  if (!isEverywhere && !isLoopback(host) && !given.text("base-url")) {
    throw new UsageError(
      `${given.source("host")} ${host} is not a loopback address, and links need one that buyers reach: give --base-url https://….`,
    );
  }
  return {
    host,
    port,
    listenUrl,
    baseUrl: given.text("base-url") || (isEverywhere ? `http://127.0.0.1:${port}` : listenUrl),
  };
}

/** @throws UsageError that names where the host came from, before anything is made from it. */
async function requireListenable(given: GivenOptions, host: string): Promise<void> {
  const probe = createServer();
  await new Promise<void>((resolve, reject) => {
    probe.once("error", reject);
    probe.listen(0, host, resolve);
  }).catch((error: unknown) => {
    throw explainListening(error, given, { port: 0, host });
  });
  await new Promise<void>((resolve) => probe.close(() => resolve()));
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || /^127\./.test(host);
}

/** Listens; `finished` resolves when a signal has come and everything has ended. It is wrapped, since awaiting a promise of a promise would wait for both. */
export async function listenUntilStopped(
  service: PaymentService,
  given: GivenOptions,
  { host, port }: ListenAddress,
  io: CommandIo,
  alsoStop: () => Promise<void> = async () => {},
): Promise<{ finished: Promise<void> }> {
  try {
    await service.listen(port, host);
  } catch (error) {
    await Promise.allSettled([service.stop(), alsoStop()]);
    throw explainListening(error, given, { port, host });
  }
  const stopped = new Promise<void>((resolve) => io.onStop(resolve));
  return { finished: stopped.then(() => stopWithin(service, io, alsoStop)) };
}

async function stopWithin(service: PaymentService, io: CommandIo, alsoStop: () => Promise<void>): Promise<void> {
  io.error("Stopping: requests and deliveries under way are finished first.");
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<"late">((resolve) => {
    timer = setTimeout(() => resolve("late"), stopWithinMs);
  });
  const ended = await Promise.race([Promise.all([service.stop(), alsoStop()]), late]);
  clearTimeout(timer);
  if (ended === "late") {
    // Nothing is lost: unfinished work is in the database and is taken up at the next start.
    io.error(`Not everything ended within ${stopWithinMs / 1000} s; leaving it for the next start.`);
    process.exit(1);
  }
}

const hostCodes = ["EADDRNOTAVAIL", "ENOTFOUND", "EAI_AGAIN", "EINVAL", "EAFNOSUPPORT", "ENODATA"];

function explainListening(
  error: unknown,
  given: GivenOptions,
  { port, host }: Pick<ListenAddress, "port" | "host">,
): unknown {
  const code = errorCode(error);
  if (code === "EADDRINUSE")
    return new UsageError(`Port ${port} is taken: choose another ${given.source("port")}, or 0 for a free one.`);
  if (code === "EACCES")
    return new UsageError(`Port ${port} may not be used by this user: choose a ${given.source("port")} above 1023.`);
  if (hostCodes.some((known) => known === code)) {
    return new UsageError(
      `${given.source("host")} "${host}" is no address of this machine: 127.0.0.1 is, or 0.0.0.0 for all of them.`,
    );
  }
  return error;
}

async function isFree(port: number, host: string): Promise<boolean> {
  const probe = createServer();
  const isListening = await new Promise<boolean>((resolve) => {
    probe.once("error", (error) => resolve(errorCode(error) !== "EADDRINUSE"));
    probe.listen(port, host, () => resolve(true));
  });
  if (probe.listening) await new Promise<void>((resolve) => probe.close(() => resolve()));
  return isListening;
}

async function findFreePort(given: GivenOptions, host: string): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve, reject) => {
    probe.once("error", reject);
    probe.listen(0, host, resolve);
  }).catch((error) => {
    throw explainListening(error, given, { port: 0, host });
  });
  // Sound: a server that listens on a port has such an address.
  const { port } = probe.address() as AddressInfo;
  await new Promise<void>((resolve) => probe.close(() => resolve()));
  return port;
}
